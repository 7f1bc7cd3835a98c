-- No copies: of cells whose number the launch does not show.
-- after: privatise
-- count: 1 kernel

entry given [n] [k] (cells: *[k]i32) (is: [n]i64): [k]i32 = reduce_by_index cells (+) 0 is (replicate n 1)
