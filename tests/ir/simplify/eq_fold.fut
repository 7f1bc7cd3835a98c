-- Equal reductions and scans are computed once; a reduction by another operator is not.
-- after: simplify
-- count: 4 screma

entry f [n] (xs: [n]i64): (i64, i64, [n]i64, [n]i64, i64) =
  (i64.sum (map (* 2) xs) + i64.sum (map (* 2) xs), i64.maximum xs, scan (+) 0 xs, scan (+) 0 xs, 1 + i64.maximum xs)
