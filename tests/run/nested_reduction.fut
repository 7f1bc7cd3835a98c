-- Reductions of rows that are flattened, with operators that do not commute, over rows without elements, and without rows.

-- The last of all elements: an operator that does not commute, with a neutral element that is no number of the rows.
def latest (xs: []i64): i64 = reduce (\a b -> if b == -1 then a else b) (-1) xs

entry last_of_all [n] (ss: [n]i64): i64 = latest (flatten (map (\s -> map (\j -> 10 * s + j) (iota s)) ss))

-- ==
-- entry: last_of_all
-- input { empty([0]i64) }
-- output { -1i64 }
-- input { [0i64, 0i64] }
-- output { -1i64 }
-- input { [3i64, 0i64, 2i64, 0i64] }
-- output { 21i64 }
-- input { [0i64, 5i64] }
-- output { 54i64 }
-- input { [2i64, -1i64] }
-- error: .

-- Products of matrices: no two of them commute.
entry product [n] (ss: [n]i64): (i64, i64, i64, i64) =
  let times (a: i64, b: i64, c: i64, d: i64) (e: i64, f: i64, g: i64, h: i64) =
    ((a * e + b * g) % 1009, (a * f + b * h) % 1009, (c * e + d * g) % 1009, (c * f + d * h) % 1009)
  in reduce times (1, 0, 0, 1) [ (s, j, 1, s + j) | s <- ss, j <- iota s ]

-- ==
-- entry: product
-- input { empty([0]i64) }
-- output { 1i64 0i64 0i64 1i64 }
-- input { [0i64, 1i64, 0i64] }
-- output { 1i64 0i64 1i64 1i64 }
-- input { [3i64, 0i64, 1i64, 4i64] }
-- output { 58i64 931i64 124i64 790i64 }

-- Two levels, and rows found by an index, which is checked.
entry two_levels [n] (adj: [n][?]i64): (i64, i64) =
  let ws = [ (u, w) | us <- adj, u <- us, w <- adj[u] ]
  in (i64.sum (map (\(u, w) -> u * 10 + w) ws), i64.maximum (map (.1) ws))

-- ==
-- entry: two_levels
-- input { empty([0][?]i64) }
-- output { 0i64 -9223372036854775808i64 }
-- input { [[1i64, 2i64], empty([0]i64), [0i64, 2i64, 1i64]] }
-- output { 129i64 2i64 }
-- input { [[1i64, 3i64], empty([0]i64), [0i64]] }
-- error: Index \[3\] out of bounds for array of shape \[3\] \(row 0, 1\)

-- In every round of a loop, and in every row of a map.
entry rounds (n: i64) (k: i64): i64 =
  loop s = 0 for r < k do (s + i64.sum (flatten (map (\i -> map (\j -> i * j + s) (iota ((i + r) % 4))) (iota n)))) % 10007
entry rows [n] (ss: [n]i64): [n]i64 =
  map (\s -> i64.sum (flatten (map (\j -> map (\k -> s * k + j) (iota (j % 3))) (iota s)))) ss

-- ==
-- entry: rounds
-- input { 0i64 3i64 }
-- output { 0i64 }
-- input { 9i64 5i64 }
-- output { 9091i64 }

-- ==
-- entry: rows
-- input { empty([0]i64) }
-- output { empty([0]i64) }
-- input { [0i64, 5i64, 1i64, 8i64] }
-- output { [0i64, 14i64, 0i64, 42i64] }

-- What is kept of the rows, rows of one size, and two reductions with code behind them.
entry kept [n] (ss: [n]i64): (i64, i64) =
  let xs = filter (\x -> x % 3 == 0) (flatten (map (\s -> map (\j -> s * j) (iota s)) ss))
  in (i64.sum xs, length xs)
entry regular [n] (m: i64) (ss: [n]i64): i64 = latest (flatten (map (\s -> map (\j -> s + j) (iota m)) ss))
entry mean [n] (ss: [n]i64): (f64, f64) =
  let xs = flatten (map (\s -> map (\j -> f64.i64 (s * j)) (iota s)) ss)
  in (f64.sum xs / f64.i64 (length xs + 1), f64.maximum xs)

-- ==
-- entry: kept
-- input { [3i64, 0i64, 7i64, 4i64] }
-- output { 84i64 8i64 }

-- ==
-- entry: mean
-- input { [3i64, 0i64, 7i64, 4i64] }
-- output { 12.0f64 42.0f64 }
-- input { [0i64] }
-- output { 0.0f64 -f64.inf }

-- ==
-- entry: regular
-- input { 3i64 [4i64, 9i64] }
-- output { 11i64 }
-- input { 0i64 [4i64, 9i64] }
-- output { -1i64 }

-- The predicate fails at an element, as it did when all elements were there.
entry checked [n] [m] (ss: [n]i64) (xs: [m]i64): i64 = i64.sum (map (\i -> xs[i]) (flatten (map (\s -> map (\j -> s + j) (iota s)) ss)))

-- ==
-- entry: checked
-- input { [1i64, 0i64, 2i64] [5i64, 6i64, 7i64, 8i64] }
-- output { 21i64 }
-- input { [1i64, 3i64] [5i64, 6i64, 7i64, 8i64, 9i64] }
-- error: Index \[5\] out of bounds for array of shape \[5\]
