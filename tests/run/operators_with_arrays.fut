-- Operators of reductions and scans, and conditions of loops, that compute with arrays of their own.
-- ==
-- entry: updating
-- input { [1i64, 2i64, 3i64] } output { 6i64 [1i64, 3i64, 6i64] }
-- input { empty([0]i64) } output { 0i64 empty([0]i64) }
def add (a: i64) (b: i64): i64 =
  let pair = [a, b] with [0] = a + b
  in pair[0]
entry updating (xs: []i64): (i64, []i64) = (reduce add 0 xs, scan add 0 xs)

-- ==
-- entry: updating_rows
-- input { [[1i64, 2i64], [], [4i64, 5i64, 6i64]] } output { [3i64, 0i64, 15i64] [[1i64, 3i64], [], [4i64, 9i64, 15i64]] }
entry updating_rows [n] (xss: [n][?]i64): ([n]i64, [n][?]i64) = (map (reduce add 0) xss, map (scan add 0) xss)

-- ==
-- entry: parallel_operator
-- input { [2i64, 3i64, 1i64] } output { 6i64 }
-- input { empty([0]i64) } output { 0i64 }
entry parallel_operator (xs: []i64): i64 =
  reduce (\a b -> reduce (+) 0 (map (\_ -> 1) (iota a)) + length (filter (>= 0) (iota b))) 0 xs

-- ==
-- entry: parallel_operator_rows
-- input { [[2i64, 3i64], [], [1i64]] } output { [5i64, 0i64, 1i64] }
entry parallel_operator_rows [n] (xss: [n][?]i64): [n]i64 =
  map (reduce (\a b -> reduce (+) 0 (map (\_ -> 1) (iota (a + b)))) 0) xss

-- Beside a fold of scalars, and of two values at once.
-- ==
-- entry: beside
-- input { [3i64, 1i64, 2i64] } output { 3i64 6i64 6i64 }
entry beside (xs: []i64): (i64, i64, i64) =
  let (largest, total) =
    reduce (\(a, s) (b, t) -> let both = [a, s] with [1] = s + t in (i64.max both[0] b, both[1])) (0, 0) (zip xs xs)
  in (largest, total, reduce (+) 0 xs)

-- ==
-- entry: condition
-- input { [1i64, 2i64, 3i64] } output { 2i64 [2i64, 2i64, 3i64] }
def below (i: i64) (n: i64): bool =
  let next = [i, n] with [0] = i + 1
  in next[0] < next[1]
entry condition [n] (xs: [n]i64): (i64, [n]i64) =
  (loop i = 0 while below i n do i + 1, map (\x -> loop i = x while below i n do i + 1) xs)
