-- A literal has the shape that it is written in.
-- after: core
-- fact: lit_1: [2i64]i64, shape [2i64], by CONST-SHAPE
-- fact: lit_2: [2i64]i64, shape [2i64] = lit_1, by CONST-SHAPE
-- fact: cat_5: [2i64][2i64]i64, shape [2i64][2i64], by CONST-SHAPE

entry f (i: i64): i64 = [[1i64, 2i64], [3i64, 4i64]][i, 0]
