-- A map of one width for every row, whose elements vary with the row.
-- after: core
-- fact: r_11: [max_4]i64, <R>S, F, 0>, by GENERATE-2

entry f [n] (k: i64) (xs: [n]i64): [n][]i64 = map (\x -> map (+ x) (iota k)) xs
