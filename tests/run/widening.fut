-- Where sizes of rows would have to be the same and are not, the rows are of their own sizes.
-- ==
-- entry: literal
-- input { [[1i64, 2i64]] }
-- output { [[[1i64], [1i64, 2i64]]] }

-- ==
-- entry: branch
-- input { [[1i64, 2i64]] }
-- output { [1i64] }

-- ==
-- entry: joined
-- input { [[7i32], [], [1i32, 2i32]] }
-- output { [[7i32], [], [1i32, 2i32]] }

entry literal [n] [m] (p: [n][m]i64) = map (\x -> [[1i64], x]) p
entry branch [n] [m] (p: [n][m]i64) = map (\x -> length (if true then [1i64] else x)) p
entry joined [n] (p: [n][?]i32) = map (\x -> let y = [[1i32]] ++ [x] in y[1i64 % length y]) p

-- ==
-- entry: deeper
-- input { [[[1i64], [2i64, 3i64, 4i64], []], [[5i64]]] }
-- output { [[[6i64, 1i64], [1i64]], [[6i64, 1i64], [1i64]], [[1i64], [2i64, 3i64, 4i64], []], [[5i64]]] }

-- Two rows each, then as many as there are.
entry deeper [n] (p: [n][?][?]i64) = map (\_ -> [[6i64, 1i64], [1i64]]) p ++ p
