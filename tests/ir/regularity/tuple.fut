-- One component of a tuple is regular, the other is not.
-- after: core
-- fact: r_s_15: [n_0]i64, <R>S, T, inf>, by GENERATE-1 TUPLE
-- fact: r_16: [n_0][max_5]i64, <R>R>S, T, inf>, by GENERATE-1 TUPLE
-- fact: r_17: [n_0][r_s_15 on 0]i64, <R>Ir>S, T, inf>, by GENERATE-1 TUPLE

entry f [n] (k: i64) (xs: [n]i64): ([n][?]i64, [n][?]i64) =
  unzip (map (\x -> (map (+ x) (iota k), iota x)) xs)
