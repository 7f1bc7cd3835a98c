-- An entry point may be a function without parameters of its own: what that takes tells the sizes.
def outer [n] [m] (xs: [n]i64) (ys: [m]i64): [n][m]i64 = map (\x -> map (* x) ys) xs
entry table [n] [m]: [n]i64 -> [m]i64 -> [n][m]i64 = outer
-- ==
-- entry: table
-- input { [1i64, 2i64] [3i64, 4i64, 5i64] }
-- output { [[3i64, 4i64, 5i64], [6i64, 8i64, 10i64]] }
