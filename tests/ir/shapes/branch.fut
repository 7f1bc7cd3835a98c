-- Sides of one shape need no size of their own: the result is typed by the size of the rows (COND-SHAPE), and so is the map (S4).
-- after: shapes
-- count: 0 recast
-- fact: r_22: [n_0][s_1 on 0]i64, shape [n_0][s_1 on 0] = xss_2, by GENERATE S1 S4

entry f [n] (xss: [n][?]i64): [n][?]i64 =
  map (\i -> if length xss[i] > 2 then map (+ 1) xss[i] else xss[i]) (iota n)
