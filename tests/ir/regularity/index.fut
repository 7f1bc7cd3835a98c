-- An element varies with its index and with what its array varies with.
-- after: core
-- fact: xs_4: [m_1]i64, <R>S, F, 0>, by INDEX
-- fact: x_7: i64, <S, F, 0>, by INDEX

entry f [n] [m] (xss: [n][m]i64) (i: i64): [n]i64 = map (\xs -> xs[i]) xss
