-- A reduction along the rows varies with the row.
-- after: core
-- fact: x_6: i64, <S, F, 0>, by FOLD
-- fact: x_7: i64, <S, F, 0>, by FOLD
-- fact: t_9: i64, <S, F, 0>, by FOLD
-- fact: red_10: i64, <S, F, 0>, by FOLD

entry f [n] (xss: [n][?]i64): [n]i64 = map i64.sum xss
