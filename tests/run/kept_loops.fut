-- Loops of the same length for every element, inside of what is computed for those that are kept.

entry kept [n] (xs: [n]i64): []i64 = map (\x -> loop s = x for i < n do s * 3 % 7 + i) (filter (> 2) xs)
entry all_or_none [n] (k: i64) (xs: [n]i64): []i64 = [(loop y = 5 for j < n do y * 2 + x + j) | x <- xs, k > 0]
entry chosen [n] [m] (ks: [n]i64) (xss: [n][m]i64): []i64 =
  [(loop y = 0 for i < n do y + xss[i, j]) | j <- iota m, n > 1]

-- ==
-- entry: kept
-- input { empty([0]i64) } auto output
-- input { [1i64, 5, 2, 9] } auto output
-- input { [3i64, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 1, 2, 17, 18, 19] } auto output

-- ==
-- entry: all_or_none
-- input { 1i64 empty([0]i64) } auto output
-- input { 0i64 [1i64, 5, 2, 9] } auto output
-- input { 1i64 [1i64, 5, 2, 9] } auto output

-- ==
-- entry: chosen
-- input { [1i64, 2] [[1i64, 2, 3], [4, 5, 6]] } auto output
-- input { [1i64] [[1i64, 2, 3]] } auto output
-- input { empty([0]i64) empty([0][3]i64) } auto output
