-- A branch between shapes that every row takes alike.
-- after: core
-- fact: n_11: i64, <S, T, inf>, by COND-INDEP
-- fact: r_12: [n_11]i64, <R>S, F, 0>, by COND-INDEP

entry f [n] [m] (c: bool) (xss: [n][m]i64): [n]i64 =
  map (\xs -> i64.sum (if c then xs ++ xs else map (+ 1) (iota 3))) xss
