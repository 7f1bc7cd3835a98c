-- A literal whose rows have different sizes.
-- after: core
-- fact: n_10: [2i64]i64, <R>S, T, inf>, by CONST-IRR
-- fact: cat_11: [2i64][n_10 on 0]i64, <R>Ir>S, T, inf>, by CONST-IRR

entry f (i: i64): [][?]i64 = [[1i64, i], [3i64]]
