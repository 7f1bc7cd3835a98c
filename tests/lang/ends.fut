-- Indices that move with the index of a map are checked at both ends: the first element that would fail is named.
-- ==
-- entry: at
-- input { [5i64, 6i64, 7i64] 3i64 0i64 }
-- output { [5i64, 6i64, 7i64] }
-- input { [5i64, 6i64, 7i64] 2i64 1i64 }
-- output { [6i64, 7i64] }
-- input { empty([0]i64) 0i64 9i64 }
-- output { empty([0]i64) }
-- input { [5i64, 6i64, 7i64] 0i64 -9i64 }
-- output { empty([0]i64) }
-- input { [5i64, 6i64, 7i64] 3i64 1i64 }
-- error: ends.fut:[0-9:]+: Index \[3\] out of bounds for array of shape \[3\] \(row 2\)
-- input { [5i64, 6i64, 7i64] 3i64 -1i64 }
-- error: Index \[-1\] out of bounds for array of shape \[3\] \(row 0\)
-- input { [5i64, 6i64, 7i64] 3i64 9223372036854775807i64 }
-- error: Index \[9223372036854775807\] out of bounds for array of shape \[3\] \(row 0\)
-- input { [5i64, 6i64, 7i64] 3i64 -9223372036854775808i64 }
-- error: Index \[-9223372036854775808\] out of bounds for array of shape \[3\] \(row 0\)

-- ==
-- entry: before
-- input { [5i64, 6i64, 7i64] 1i64 }
-- error: Index \[-1\] out of bounds for array of shape \[3\] \(row 0\)
-- input { [5i64, 6i64, 7i64] 0i64 }
-- output { empty([0]i64) }

-- ==
-- entry: columns
-- input { [5i64, 6i64] 2i64 2i64 }
-- output { [[5i64, 6i64], [5i64, 6i64]] }
-- input { [5i64, 6i64] 0i64 3i64 }
-- output { empty([0][3]i64) }
-- input { [5i64, 6i64] 2i64 3i64 }
-- error: Index \[2\] out of bounds for array of shape \[2\] \(row 0, 2\)

-- ==
-- entry: guarded
-- input { [5i64, 6i64] 4i64 }
-- output { [5i64, 6i64, 0i64, 0i64] }

-- ==
-- entry: second
-- input { [1i64, 0i64] [3i64] }
-- error: division by zero|Index \[1\]

entry at [n] (xs: [n]i64) (m: i64) (c: i64): []i64 = map (\i -> xs[i + c]) (iota m)
entry before [n] (xs: [n]i64) (m: i64): []i64 = map (\i -> xs[i - 1]) (iota m)
entry columns [n] (xs: [n]i64) (k: i64) (m: i64): [][]i64 = map (\_ -> map (\j -> xs[j]) (iota m)) (iota k)
entry guarded [n] (xs: [n]i64) (m: i64): []i64 = map (\i -> if i < n then xs[i] else 0) (iota m)
entry second [n] [m] (ds: [n]i64) (xs: [m]i64): []i64 = map2 (\d i -> 10 / d + xs[i]) ds (iota n)
