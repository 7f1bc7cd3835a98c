-- Checks that do not vary: they fail where there is an element, at the first, and only there.

-- ==
-- entry: divided
-- input { 2i64 [4i64, 6i64] } output { [2i64, 3i64] }
-- input { 0i64 empty([0]i64) } output { empty([0]i64) }
-- input { 0i64 [4i64] } error: division by zero
entry divided [n] (d: i64) (xs: [n]i64): [n]i64 = map (\x -> x / d) xs

-- The element that fails first decides what is said: at index 0 the first division, at index 1 the second.
-- ==
-- entry: behind
-- input { 0i64 [1i64, 0i64] } error: division by zero
-- input { 2i64 [1i64, 2i64] } output { [7i64, 4i64] }
-- input { 2i64 [1i64, 0i64] } error: row 1
-- input { 0i64 empty([0]i64) } output { empty([0]i64) }
entry behind [n] (d: i64) (xs: [n]i64): [n]i64 = map (\x -> 7 / x + x / d) xs

-- ==
-- entry: rows
-- input { 0i64 [[1i64, 2i64]] } error: row 0, 0
-- input { 1i64 [[1i64, 2i64], [3i64, 4i64]] } output { [[3i64, 4i64], [7i64, 8i64]] }
-- input { 0i64 empty([3][0]i64) } output { empty([3][0]i64) }
-- input { 5i64 empty([0][2]i64) } output { empty([0][2]i64) }
-- input { 5i64 [[1i64, 2i64]] } error: row 0, 0
entry rows [n] [m] (k: i64) (xss: [n][m]i64): [n][m]i64 = map (\xs -> map (\x -> x / k + xs[k]) xs) xss

-- ==
-- entry: rounds
-- input { 3i64 2i64 40i64 } output { 5i64 }
-- input { 0i64 0i64 40i64 } output { 40i64 }
-- input { -2i64 0i64 40i64 } output { 40i64 }
-- input { 1i64 0i64 40i64 } error: division by zero
entry rounds (n: i64) (d: i64) (x: i64): i64 = loop x for _i < n do x / d

-- ==
-- entry: lengths
-- input { 2i64 [1i64, 2i64] } output { [1i64, 3i64] }
-- input { -2i64 empty([0]i64) } output { empty([0]i64) }
-- input { -2i64 [1i64, 2i64] } error: invalid
entry lengths [n] (k: i64) (xs: [n]i64): [n]i64 = map (\x -> x + i64.sum (iota k) * (x - 1)) xs
