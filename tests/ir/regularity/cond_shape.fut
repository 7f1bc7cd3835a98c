-- A branch that differs from row to row, but has one shape.
-- after: core
-- fact: r_17: [m_1]i64, <R>S, F, 0>, by COND-SHAPE

entry f [n] [m] (xss: [n][m]i64): [n][]i64 =
  map (\xs -> if i64.sum xs > 10 then map (+ 1) xs else map (* 2) xs) xss
