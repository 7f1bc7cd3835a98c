-- A loop that changes the shape, but runs equally often for every row.
-- after: core
-- fact: n_6: i64, <S, T, inf>, by WHILE-INDEP
-- fact: ys_7: [n_6]i64, <R>S, F, 0>, by WHILE-INDEP
-- fact: n_11: i64, <S, T, inf>, by WHILE-INDEP
-- fact: xs_12: [n_11]i64, <R>S, F, 0>, by WHILE-INDEP

entry f [n] [m] (k: i64) (xss: [n][m]i64): [n]i64 =
  map (\xs -> i64.sum (loop ys = xs for _i < k do ys ++ ys)) xss
