-- The table says by which rules a verdict was reached: of a nested array through the size that decides it, of what depends on an index
-- through what brings that index, back to a parameter.
-- after: core
-- fact: r_16: [n_0][max_5]i64, <R>R>S, T, inf>, by GENERATE-1 TUPLE, from max_5 by OP, from k_1 by VAR
-- fact: r_17: [n_0][r_s_15 on 0]i64, <R>Ir>S, T, inf>, by GENERATE-1 TUPLE, from r_s_15 by GENERATE-1 TUPLE, from n_13 by OP, from x_6 by INDEX, from xs_2 by VAR
-- fact: r_12: [max_5]i64, <R>S, F, 0>, by GENERATE-2, from add_11 by OP, from x_6 by INDEX, from xs_2 by VAR

entry f [n] (k: i64) (xs: [n]i64): ([n][?]i64, [n][?]i64) =
  unzip (map (\x -> (map (+ x) (iota k), iota x)) xs)
