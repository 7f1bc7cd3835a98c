-- What is checked of numbers that kernels leave: they check it themselves, and fail as the host would.
entry split [n] (xs: [n]u32): [n]u32 =
  let low x = x < 10 in (filter low xs ++ filter (\x -> !(low x)) xs) :> [n]u32
entry lost [n] (xs: [n]i64): [n]i64 =
  (filter (< 10) xs ++ filter (> 10) xs) :> [n]i64
entry last_kept [n] (xs: [n]i64): i64 =
  let ys = filter (> 3) xs in ys[length ys - 1]
entry quotient [n] (xs: [n]i64): [n]i64 =
  let k = i64.sum xs in map (/ k) xs
entry at_sum [n] (xs: [n]i64): i64 = xs[i64.sum xs]
entry asserted [n] (xs: [n]i64): [n]i64 =
  let s = i64.sum xs in assert (s > 3) (map (+ s) xs)
entry in_order [n] (xs: [n]i64) (ys: [n]i64): i64 =
  let a = xs[i64.sum xs] let b = ys[i64.sum ys] in a + b
-- ==
-- entry: split
-- input { [1u32, 20u32, 3u32] }
-- output { [1u32, 3u32, 20u32] }
-- input { empty([0]u32) }
-- output { empty([0]u32) }

-- ==
-- entry: lost
-- input { [1i64, 20i64, 3i64] }
-- output { [1i64, 3i64, 20i64] }
-- input { [1i64, 10i64, 3i64] }
-- error: Value of shape \[2\] cannot match

-- ==
-- entry: last_kept
-- input { [1i64, 20i64, 3i64] }
-- output { 20i64 }
-- input { [1i64] }
-- error: -1

-- ==
-- entry: quotient
-- input { [1i64, 2i64] }
-- output { [0i64, 0i64] }
-- input { [1i64, -1i64] }
-- error: division by zero

-- ==
-- entry: at_sum
-- input { [1i64, 1i64, 0i64] }
-- output { 0i64 }
-- input { [1i64, 2i64, 0i64] }
-- error: 3

-- ==
-- entry: asserted
-- input { [1i64, 3i64] }
-- output { [5i64, 7i64] }
-- input { [1i64] }
-- error: awaited_checks.fut

-- ==
-- entry: in_order
-- input { [1i64, 0i64] [0i64, 1i64] }
-- output { 1i64 }
-- input { [5i64, 0i64] [7i64, 1i64] }
-- error: 5
-- input { [1i64, 0i64] [7i64, 1i64] }
-- error: 8
