-- Regularity detection uses shape analysis: both sides have sizes that are computed alike, so that the branch has one size for every
-- row though its condition differs.
-- after: core
-- fact: r_23: [n_22]i64, <R>S, F, 0>, by COND-SHAPE
-- fact without shapes: r_23: [n_22]i64, <Ir>S, F, 0>, by COND-IRR

entry f [n] (k: i64) (xs: [n]i64): [n]i64 =
  map (\x -> i64.sum (if x > 10 then map (+ 1) (iota (k + 1)) else map (* 2) (iota (1 + k)))) xs
