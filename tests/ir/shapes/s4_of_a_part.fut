-- The first rows of an array do not have the shape of the array: there are fewer of them.
-- after: simplify
-- fact: r_18: [n_7][r_s_17 on 0]i64, shape [sub_5][r_s_17 on 0], by GENERATE E1 E2
-- fact: r_35: [n_25][r_s_34 on 0]i64, shape [k_22][r_s_34 on 0], by GENERATE E1

entry f [n] (xss: [n][?]i64): [][?]i64 = map (\i -> map (+ 1) xss[i + 1]) (iota (n - 1))
entry g [n] (xss: [n][?]i64) (k: i64): [][?]i64 = map (\i -> map (+ 1) xss[i]) (iota k)
