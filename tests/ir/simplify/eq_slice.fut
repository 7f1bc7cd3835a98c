-- Equal parts are one part, and rows of two arrays of one part have one length.
-- after: simplify
-- count: 2 slice
-- count: 0 assert_eq
-- count: 1 checks

entry f [n] (a: i64) (b: i64) (xs: [n]i64) (ys: [n]i64): (i64, i64) =
  (i64.sum (map2 (*) xs[a:b] ys[a:b]), i64.sum (map2 (-) xs[a:b] ys[a:b]))
