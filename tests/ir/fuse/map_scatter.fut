-- The positions and values of a scatter are not stored.
-- after: inplace
-- count: 1 update_acc
-- count: 1 with_acc
-- count: 1 segs
-- count: 0 arrays

entry f [n] (xs: *[n]i64) (is: []i64): [n]i64 = scatter xs (map (* 2) is) (map (+ 1) is)
