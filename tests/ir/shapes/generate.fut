-- A map has as many elements as it is wide, and its elements the shapes that it returns.
-- after: core
-- fact: r_12: [n_0][max_4]i64, shape [n_0][max_4], by GENERATE S1

entry f [n] (k: i64) (xs: [n]i64): [n][]i64 = map (\x -> map (+ x) (iota k)) xs
