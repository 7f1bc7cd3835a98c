-- Sizes that vary with levels that are not next to each other.
-- ==
-- entry: rows_in_no_result
-- input { [0i64, 3i64] [[empty([0]i64)], [[10i64]]] }
-- output { [empty([0][2][1][1]i64), [[[[10i64]], [[10i64]]], [[[10i64]], [[10i64]]], [[[10i64]], [[10i64]]]]] }
-- input { [2i64, 0i64, 1i64] [[[1i64, 2i64], []], [[3i64], [4i64], [5i64]], [[6i64]]] }
-- output { [[[[[1i64, 2i64], []], [[1i64, 2i64], []]], [[[1i64, 2i64], []], [[1i64, 2i64], []]]], empty([0][2][3][1]i64), [[[[6i64]], [[6i64]]]]] }

-- A source of which nothing is in the result still has sizes that others are counted after.
entry rows_in_no_result [n] (xs: [n](i64, [?][?]i64)) = expand_rows (.0) (\x _ -> [x.1, x.1]) xs
