-- A reduction along the rows has the outer shape.
-- after: core
-- fact: t_11: [m_1]i64, shape [m_1] = rep_3, by FOLD
-- fact: red_12: [m_1]i64, shape [m_1] = rep_3, by FOLD

entry f [n] [m] (xss: [n][m]i64): [m]i64 = reduce (map2 (+)) (replicate m 0) xss
