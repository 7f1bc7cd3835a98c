-- A branch between shapes that differs from row to row.
-- after: core
-- fact: n_17: i64, <S, F, 0>, by COND-IRR
-- fact: r_18: [n_17]i64, <Ir>S, F, 0>, by COND-IRR

entry f [n] [m] (xss: [n][m]i64): [n]i64 =
  map (\xs -> i64.sum (if i64.sum xs > 10 then xs ++ xs else map (+ 1) (iota 3))) xss
