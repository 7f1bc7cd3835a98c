-- A loop whose rounds return arrays of the shape that they were given.
-- after: core
-- fact: xs_21: [s_4]i64, shape [s_4] = xs_5, by WHILE-SHAPE
-- fact: r_22: [n_0][s_1 on 0]i64, shape [n_0][s_1 on 0] = xss_2, by GENERATE S1 S4

entry f [n] (xss: [n][?]i64): [n][?]i64 =
  map (\xs -> loop ys = xs while i64.sum ys < 100 do map (\i -> ys[i] + 1) (indices ys)) xss
