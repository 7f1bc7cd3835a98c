-- Kernels of every kind over rows of every length, to be run with every schedule (`--by`): what they give does not depend on it.
def sizes (n: i64): [n]i64 = map (\i -> (i * 7919 + 3) % 7 * ((i % 5) / 3) + (if i == 11 then 40 else 0)) (iota n)

-- ==
-- entry: points
-- input { 0i64 } output { 0i64 0i64 }
-- input { 1i64 } output { 0i64 0i64 }
-- input { 12i64 } output { 51i64 2303i64 }
-- input { 100i64 } output { 159i64 20667i64 }
entry points (n: i64): (i64, i64) =
  let xss = map2 (\i m -> map (\j -> i * 3 + j) (iota m)) (iota n) (sizes n)
  let xs = flatten xss
  in (length xs, i64.sum xs)

-- ==
-- entry: scattered
-- input { 0i64 } output { 0i64 }
-- input { 100i64 } output { 4212i64 }
-- input { 1000i64 } output { 399296i64 }
entry scattered (n: i64): i64 =
  let places = flatten (map2 (\i m -> map (\j -> (i * 5 + j * 3) % (n + 1)) (iota m)) (iota n) (sizes n))
  let marks = scatter (replicate (n + 1) 0i64) places (map (const 1) places)
  in i64.sum (map2 (*) marks (indices marks))

-- ==
-- entry: accumulated
-- input { 100i64 } output { [23i64, 23i64, 22i64, 22i64, 24i64, 23i64, 22i64] }
entry accumulated (n: i64): [7]i64 =
  let places = flatten (map2 (\i m -> map (\j -> (i + j) % 7) (iota m)) (iota n) (sizes n))
  in reduce_by_index (replicate 7 0) (+) 0 places (map (const 1) places)

-- ==
-- entry: sums
-- input { 13i64 } output { [0i64, 0i64, 0i64, 13i64, 38i64, 0i64, 0i64, 0i64, 90i64, 0i64, 0i64, 1660i64, 0i64] }
entry sums (n: i64): [n]i64 = map2 (\i m -> i64.sum (map (\j -> i * 2 + j) (iota m))) (iota n) (sizes n)

-- ==
-- entry: checked
-- input { [[1i64, 2i64], [], [0i64, 3i64]] [5i64, 6i64, 7i64, 8i64] } output { 11i64 5i64 }
-- input { [[1i64, 2i64], [], [0i64, 4i64]] [5i64, 6i64, 7i64, 8i64] } error: Index \[4\] out of bounds
entry checked [n] [m] (is: [n][?]i64) (xs: [m]i64): (i64, i64) =
  let yss = map (map (\i -> xs[i])) is
  in (i64.sum (map (\ys -> if length ys > 0 then ys[0] else 0) yss), xs[0])

-- ==
-- entry: regular
-- input { 5i64 3i64 } output { [15i64, 24i64, 33i64, 42i64, 51i64] [[0i64, 1i64, 3i64], [2i64, 5i64, 9i64]] }
entry regular (n: i64) (m: i64): ([n]i64, [2][m]i64) =
  (map (\i -> i64.sum (map (\j -> i * 3 + j + 4) (iota m))) (iota n),
   map (\i -> scan (+) 0 (map (\j -> i * 2 + j) (iota m))) (iota 2))

-- ==
-- entry: kept
-- input { 13i64 } output { [0i64, 0i64, 0i64, 1i64, 2i64, 0i64, 0i64, 0i64, 3i64, 0i64, 0i64, 20i64, 0i64] 26i64 }
entry kept (n: i64): ([n]i64, i64) =
  let xss = map2 (\i m -> filter (\j -> (i + j) % 2 == 0) (iota m)) (iota n) (sizes n)
  in (map length xss, length (flatten xss))
