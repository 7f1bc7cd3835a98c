-- A literal whose rows have one size.
-- after: core
-- fact: lit_1: [2i64]i64, <R>S, T, inf>, by CONST-REGULAR
-- fact: lit_2: [2i64]i64, <R>S, T, inf>, by CONST-REGULAR
-- fact: cat_5: [2i64][2i64]i64, <R>R>S, T, inf>, by CONST-REGULAR

entry f (i: i64): i64 = [[1i64, 2i64], [3i64, 4i64]][i, 0]
