-- Both sides of a branch read behind checks of their own.
-- ==
-- entry: behind
-- input { true 2i64 [1i64, 2i64, 3i64] } output { 10i64 }
-- input { false 3i64 [1i64, 2i64, 3i64] } output { 42i64 }
-- input { true 4i64 [1i64, 2i64, 3i64] } error: Assertion is false: 0 <= k && k <= n
-- input { false 9000000000i64 [1i64, 2i64, 3i64] } error: Assertion is false: k <= n && k >= 0
-- input { false -1i64 empty([0]i64) } error: Assertion is false: k <= n && k >= 0
entry behind [n] (c: bool) (k: i64) (xs: [n]i64): i64 =
  if c
  then assert (0 <= k && k <= n) (2 * i64.sum (map (\i -> xs[i] * xs[i]) (iota k)))
  else assert (k <= n && k >= 0) (3 * i64.sum (map (\i -> xs[i] * xs[i]) (iota k)))
