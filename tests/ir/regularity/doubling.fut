-- A counted loop that doubles the rows of a matrix: the rows keep one size (WHILE-INDEP).
-- after: flatten
-- count: 1 loops
-- count: 0 ragged
-- count: 0 reads
-- count without regularity: 3 ragged

entry f [n] [m] (k: i64) (xss: [n][m]i64): [n]i64 =
  map (\xs -> let ys = loop ys = xs for _i < k do ys ++ ys in i64.sum (scan (+) 0 ys)) xss
