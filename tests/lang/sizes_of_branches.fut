-- Rows that come out of branches, matches and loops have one size where both sides have it, so that they make a matrix.

-- ==
-- entry: columns
-- input { [[1i64, 2i64], [3i64, 4i64], [5i64, 6i64]] 2i64 }
-- output { [[1i64, 2i64], [3i64, 4i64], [5i64, 6i64]] }
-- input { [[1i64, 2i64]] 0i64 }
-- output { empty([1][0]i64) }
-- input { [[1i64, 2i64]] 3i64 }
-- error: out of bounds
entry columns [n] [m] (g: [n][m]i64) (s: i64): [n][s]i64 =
  transpose (map (\i -> if i > 0 then g[:, i] else g[:, 0]) (iota s))

-- ==
-- entry: rows_or_zeros
-- input { [[1i64, 2i64], [3i64, 4i64], [5i64, 6i64]] 5i64 }
-- output { [[1i64, 3i64, 5i64, 0i64, 0i64], [2i64, 4i64, 6i64, 0i64, 0i64]] }
entry rows_or_zeros [n] [m] (g: [m][n]i64) (s: i64): [n][s]i64 =
  transpose (tabulate s (\i -> if i < 3 then g[i, :] else replicate n 0))

-- ==
-- entry: ranges
-- input { [1i64, 2i64, 3i64] [4i64, 5i64, 6i64] 2i64 3i64 }
-- output { [[1i64, 4i64, 1i64], [2i64, 5i64, 2i64]] }
-- input { [1i64, 2i64, 3i64] [4i64, 5i64] 3i64 1i64 }
-- output { [[1i64], [2i64], [3i64]] }
-- input { [1i64, 2i64, 3i64] [4i64, 5i64] 3i64 2i64 }
-- error: out of bounds
entry ranges [n] [m] (xs: [n]i64) (ys: [m]i64) (k: i64) (s: i64): [k][s]i64 =
  transpose (map (\i -> if i % 2 == 0 then xs[:k] else ys[0:k]) (iota s))

-- ==
-- entry: reversed
-- input { [[1i64, 2i64], [3i64, 4i64]] }
-- output { [[2i64, 3i64], [1i64, 4i64]] }
entry reversed [n] [m] (g: [n][m]i64): [m][n]i64 =
  transpose (map (\i -> if i == 0 then g[i, ::-1] else g[i, :]) (iota n))

-- ==
-- entry: matched
-- input { [[1i64, 2i64], [3i64, 4i64], [5i64, 6i64]] 4i64 }
-- output { [[5i64, 1i64, 0i64, 0i64], [6i64, 2i64, 0i64, 0i64]] }
entry matched [n] [m] (g: [n][m]i64) (s: i64): [m][s]i64 =
  transpose (map (\i -> match i
                        case 0 -> g[2, :]
                        case 1 -> g[0]
                        case _ -> replicate m 0) (iota s))

type shape = #row i64 | #none

-- ==
-- entry: matched_sums
-- input { [[1i64, 2i64], [3i64, 4i64]] [0i64, 5i64, 1i64] }
-- output { [[1i64, -1i64, 3i64], [2i64, -1i64, 4i64]] }
entry matched_sums [n] [m] [s] (g: [n][m]i64) (is: [s]i64): [m][s]i64 =
  let shapes: [s]shape = map (\i -> if i < n then #row i else #none) is
  in transpose (map (\x -> match x
                           case #row i -> g[i, :]
                           case #none -> replicate m (-1)) shapes)

-- ==
-- entry: looped
-- input { [[1i64, 2i64], [3i64, 4i64], [5i64, 6i64]] 3i64 }
-- output { [[0i64, 1i64, 3i64], [0i64, 2i64, 4i64]] }
entry looped [n] [m] (g: [n][m]i64) (s: i64): [m][s]i64 =
  transpose (map (\i -> loop row = replicate m 0 for j < i do g[j, :]) (iota s))

-- ==
-- entry: looped_while
-- input { [[1i64, 2i64], [3i64, 4i64], [5i64, 6i64]] 3i64 }
-- output { [[1i64, 3i64, 5i64], [2i64, 4i64, 6i64]] }
entry looped_while [n] [m] (g: [n][m]i64) (s: i64): [m][s]i64 =
  transpose (map (\i -> (loop (row, j) = (g[0, :], 0) while j < i do (g[j + 1, 0:m], j + 1)).0) (iota s))

-- A size that cannot be computed in front of the branch.
-- ==
-- entry: divided
-- input { 6i64 3i64 3i64 }
-- output { [[0i64, 1i64, 2i64], [1i64, 1i64, 2i64]] }
-- input { 6i64 0i64 0i64 }
-- output { empty([0][0]i64) }
-- input { 6i64 0i64 1i64 }
-- error: division by zero
entry divided (k: i64) (d: i64) (s: i64): [][s]i64 =
  transpose (map (\i -> if i > 0 then replicate (k / d) i else iota (k / d)) (iota s))

-- ==
-- entry: kept
-- input { [3i64, -1i64, 4i64] 3i64 }
-- output { [[3i64, 0i64, 0i64], [4i64, 0i64, 0i64]] }
entry kept (xs: []i64) (s: i64): [][s]i64 =
  let [k] (ys: [k]i64) = filter (> 0) xs
  in transpose (map (\i -> if i == 0 then ys else replicate k 0) (iota s))

def pick 'a (c: bool) (x: a) (y: a): a = if c then x else y

-- ==
-- entry: picked
-- input { [[1i64, 2i64], [3i64, 4i64]] 3i64 }
-- output { [[1i64, 2i64, 1i64], [3i64, 4i64, 3i64]] }
entry picked [n] [m] (g: [n][m]i64) (s: i64): [n][s]i64 =
  transpose (map (\i -> pick (i == 1) g[:, 1] g[:, 0]) (iota s))

-- ==
-- entry: pairs
-- input { [[1i64, 2i64], [3i64, 4i64]] 2i64 }
-- output { [[3i64, 1i64], [4i64, 2i64]] [[0i64, 3i64], [0i64, 4i64]] }
entry pairs [n] [m] (g: [n][m]i64) (s: i64): ([m][s]i64, [m][s]i64) =
  let (a, b) = unzip (map (\i -> if i == 0 then (g[1, :], replicate m 0) else (g[0], g[1, :])) (iota s))
  in (transpose a, transpose b)

-- ==
-- entry: matrices
-- input { [[1i64, 2i64], [3i64, 4i64], [5i64, 6i64]] 2i64 }
-- output { [[[1i64, 2i64], [1i64, 0i64]], [[3i64, 4i64], [2i64, 0i64]]] }
entry matrices [n] [m] (g: [n][m]i64) (s: i64): [2][s][m]i64 =
  transpose (map (\i -> if i == 0 then g[:2, :] else [[1, 0], [2, 0]] :> [2][m]i64) (iota s))

-- A size that is known to be negative is refused where the array is made, and only if it is.
-- ==
-- entry: negative
-- input { empty([0]i64) 3i64 }
-- output { empty([0]i64) }
-- input { [1i64] 3i64 }
-- error: Range 0\.\.1\.\.<-1 is invalid
entry negative [n] (xs: [n]i64) (k: i64): [n]i64 =
  map (\x -> i64.sum (loop ys = copy (iota (5 % 5 - 1)) for i < k do ys with [0] = x + i)) xs
