-- An array that is not nested and as wide as another has its shape.
-- after: core
-- fact: r_4: [n_0]i64, shape [n_0] = xs_1, by GENERATE S1 S2

entry f [n] (xs: [n]i64): [n]i64 = map (+ 1) xs
