-- Failures inside branches and loops name the row of the source, not the one among the rows that are left.
-- ==
-- entry: branch
-- input { [[1i64], [2i64, 3i64, 4i64], [5i64], [6i64, 7i64, 8i64]] [0i64, 9i64, 0i64, 1i64] }
-- error: Index \[9\] out of bounds for array of shape \[3\] \(row 1\)
-- input { [[1i64], [2i64, 3i64, 4i64], [5i64], [6i64, 7i64, 8i64]] [0i64, 1i64, 0i64, -1i64] }
-- error: Index \[-1\] out of bounds for array of shape \[3\] \(row 3\)
-- input { [[1i64], [2i64, 3i64, 4i64]] [0i64, 1i64] }
-- output { [1i64, 12i64] }

-- ==
-- entry: rounds
-- input { [[1i64, 1i64], [1i64], [1i64, 2i64, 3i64]] [2i64, 0i64, 3i64] }
-- output { [6i64, 0i64, 24i64] }
-- input { [[1i64, 1i64], [1i64], [1i64, 2i64, 3i64]] [2i64, 0i64, 4i64] }
-- error: Index \[3\] out of bounds for array of shape \[3\] \(row 2\)

entry branch [n] (xss: [n][?]i64) (is: [n]i64): [n]i64 =
  map2 (\xs i -> if length xs > 2 then i64.sum (map (+ xs[i]) xs) - xs[0] - xs[1] - xs[2] + xs[i] else xs[0]) xss is

entry rounds [n] (xss: [n][?]i64) (ks: [n]i64): [n]i64 =
  map2 (\xs k -> loop s = 0 for i < k do s + i64.sum xs + xs[i]) xss ks
