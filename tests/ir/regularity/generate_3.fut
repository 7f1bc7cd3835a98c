-- A map whose width varies with the row.
-- after: core
-- fact: iota_6: [n_5]i64, <Ir>S, F, 0>, by GENERATE-3
-- fact: r_9: [n_5]i64, <Ir>S, F, 0>, by GENERATE-3
-- fact: r_11: [n_0][r_s_10 on 0]i64, <R>Ir>S, T, inf>, by GENERATE-1

entry f [n] (xs: [n]i64): [n][?]i64 = map (\x -> map (+ x) (iota x)) xs
