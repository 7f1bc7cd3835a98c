-- A loop over the rows of a matrix that halves them: the host runs it for all rows, and no level is ragged (WHILE-INDEP).
-- after: flatten
-- count: 1 loops
-- count: 0 active
-- count: 0 ragged
-- count: 0 reads
-- count without regularity: 2 ragged
-- count without regularity: 1 active

entry f [n] [m] (xss: [n][m]i64): [n]i64 =
  map (\xs -> i64.sum (loop ys = xs while length ys > 1 do
                         let h = length ys / 2
                         in map2 (+) (ys[:h] :> [h]i64) (ys[h:2 * h] :> [h]i64)))
      xss
