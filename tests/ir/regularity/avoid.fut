-- What is computed from numbers outside of the map is not computed for every row.
-- after: core
-- fact: mul_4: i64, <S, T, inf>, by OP AVOID
-- fact: add_5: i64, <S, F, 0>, by OP

entry f [n] (k: i64) (xs: [n]i64): [n]i64 = map (\x -> x + 6 * k) xs
