-- A branch has the shape that both sides have.
-- after: core
-- fact: r_13: [s_4]i64, shape [s_4] = xs_5, by COND-SHAPE
-- fact: r_14: [n_0][s_1 on 0]i64, shape [n_0][s_1 on 0] = xss_2, by GENERATE S1 S4

entry f [n] (xss: [n][?]i64): [n][?]i64 =
  map (\xs -> if length xs > 2 then map (+ 1) xs else map (* 2) xs) xss
