-- Rows that each have the extent of the row of another array at their own index have the shape of that array.
-- after: core
-- fact: r_s_12: [n_0]i64, shape [n_0] = s_1, by GENERATE S4
-- fact: r_13: [n_0][r_s_12 on 0]i64, shape [n_0][s_1 on 0] = xss_2, by GENERATE S4

entry f [n] (xss: [n][?]i64): [n][?]i64 = map (\i -> map (+ 1) xss[i]) (iota n)
