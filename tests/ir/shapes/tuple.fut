-- The components of a tuple have shapes of their own.
-- after: core
-- fact: r_s_7: [n_0]i64, shape [n_0] = xs_1, by GENERATE S1 S2 S4 TUPLE
-- fact: r_8: [n_0]i64, shape [n_0] = xs_1, by GENERATE S1 S2 TUPLE
-- fact: r_9: [n_0][r_s_7 on 0]i64, shape [n_0][xs_1 on 0], by GENERATE S1 S4 TUPLE

entry f [n] (xs: [n]i64): ([n]i64, [n][?]i64) = unzip (map (\x -> (x, iota x)) xs)
