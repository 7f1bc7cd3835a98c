-- No copies: of cells whose number the launch does not show, and where the neutral element is not made of zeros.
-- after: privatise
-- count: 0 zeroed

entry given [n] [k] (cells: *[k]i32) (is: [n]i64): [k]i32 = reduce_by_index cells (+) 0 is (replicate n 1)
entry least [n] (k: i64) (is: [n]i64): [k]i64 = reduce_by_index (replicate k i64.highest) i64.min i64.highest is is
