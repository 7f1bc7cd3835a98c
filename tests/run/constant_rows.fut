-- Rows of a constant length, and columns of a constant number: windows, stencils, Gram matrices, sums of narrow columns.

entry window [n] (xs: [n]i64): []i64 =
  map (\i -> i64.sum (map (\k -> xs[i + k] * (k + 1)) (iota 16))) (iota (i64.max 0 (n - 15)))
entry widest [n] (xs: [n]i64): []i64 =
  map (\i -> reduce i64.max i64.lowest (map (\k -> xs[i + k]) (iota 33))) (iota (i64.max 0 (n - 32)))
entry both [n] (xs: [n]i64): [](i64, i64) =
  map (\i -> let r = map (\k -> xs[i + k]) (iota 12)
             in (i64.sum r, reduce (\a b -> if b % 5 == 0 then b else a) 0 r))
      (iota (i64.max 0 (n - 11)))
entry means [n] (xs: [n]i64): []i64 =
  map (\i -> i64.sum (map (\k -> xs[i + k]) (iota 20)) / 20) (iota (i64.max 0 (n - 19)))
entry ragged [n] (xs: [n]i64): []i64 =
  let sizes = map (% 5) xs
  in flatten (map (\s -> map (\i -> i64.sum (map (\k -> (i + 1) * k + s) (iota 11))) (iota s)) sizes)
-- ==
-- entry: window widest both means ragged
-- input { empty([0]i64) } auto output
-- input { [1i64, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] } auto output
-- input { [1i64, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35] } auto output
-- input { [0i64, 0, 0, 4, 0] } auto output

entry checked [n] (xs: [n]i64): []i64 =
  map (\i -> i64.sum (map (\k -> 100 / (xs[i + k] - 3)) (iota 10))) (iota (i64.max 0 (n - 9)))
-- ==
-- entry: checked
-- input { [0i64, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11] }
-- output { [74i64, 120i64] }
-- input { [0i64, 1, 2, 4, 5, 6, 7, 8, 9, 10, 3] }
-- error: constant_rows\.fut:24:34: division by zero \(row 1, 9\)$

entry sums3 [n] (xss: [n][3]i64): [3]i64 = map i64.sum (transpose xss)
entry vectors3 [n] (xss: [n][3]i64): [3]i64 = reduce (map2 (+)) (replicate 3 0) xss
entry last3 [n] (xss: [n][3]i64): [3]i64 = map (reduce (\a b -> if b == 0 then a else b) 0) (transpose xss)
entry gram3 [n] (xss: [n][3]i64): [3][3]i64 =
  let t = transpose xss in map (\a -> map (\b -> i64.sum (map2 (*) a b)) t) t
entry one [n] (xss: [n][3]i64): [1]i64 = map i64.sum (transpose (map (\xs -> [xs[0] + xs[2]]) xss))
-- ==
-- entry: sums3 vectors3 last3 gram3 one
-- input { empty([0][3]i64) } auto output
-- input { [[1i64, 2, 3]] } auto output
-- input { [[1i64, 2, 3], [4, 0, 6], [0, 0, 7], [5, -3, 0]] } auto output

entry covariance (n: i64): ([6][6]i64, [2]i64, [7]i64, [5]f64) =
  let xss: [n][6]i64 = tabulate_2d n 6 (\i j -> (i * 7 + j * 13) % 11)
  let yss = map (\xs -> [xs[1], xs[3] - xs[0]]) xss
  let zss: [n][7]i64 = tabulate_2d n 7 (\i j -> (i * 3 + j * 5) % 9)
  let wss: [n][5]f64 = tabulate_2d n 5 (\i j -> f64.i64 ((i + j) % 3))
  let t = transpose xss
  in (map (\a -> map (\b -> i64.sum (map2 (*) a b) / (n + 1)) t) t, map i64.sum (transpose yss),
      map i64.maximum (transpose zss), map f64.sum (transpose wss))
entry windows (n: i64): (i64, i64) =
  let xs = map (\i -> i * i % 1009) (iota n)
  let hash [k] (xs: [k]i64) = i64.sum (map2 (\i x -> x * (i % 97 + 1)) (iota k) xs)
  in (hash (window xs), hash (widest xs))
-- ==
-- entry: covariance windows
-- input { 0i64 } auto output
-- input { 1i64 } auto output
-- input { 70i64 } auto output
-- input { 5003i64 } auto output
