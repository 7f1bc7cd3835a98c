-- Elements written over what a map gives.

entry fresh (n: i64) (i: i64) (k: i64): []i64 =
  let xs = replicate n 1
  let xs[i] = 2
  let xs[k] = 3
  in xs

entry counted (n: i64) (k: i64): []i64 = map (* 2) (iota n) with [k] = -1

-- ==
-- entry: fresh
-- input { 3i64 0i64 2i64 }
-- output { [2i64, 1i64, 3i64] }
-- input { 3i64 1i64 1i64 }
-- output { [1i64, 3i64, 1i64] }
-- input { 0i64 0i64 0i64 }
-- error: Index \[0\] out of bounds for array of shape \[0\]
-- input { 3i64 1i64 3i64 }
-- error: Index \[3\] out of bounds for array of shape \[3\]

-- ==
-- entry: counted
-- input { 4i64 2i64 }
-- output { [0i64, 2i64, -1i64, 6i64] }
-- input { 4i64 -1i64 }
-- error: Index \[-1\] out of bounds for array of shape \[4\]

-- The first elements, in any order, with one value or with several.
entry ahead (n: i64): ([]i64, []i64, []i64, []i64) =
  (replicate n 1 with [1] = 5 with [0] = 5 with [1] = 5,
   replicate n 1 with [0] = 5 with [1] = 5 with [0] = 6,
   replicate n 1 with [0] = 5 with [2] = 5,
   replicate n 1 with [1] = 5 with [2] = 5)

-- ==
-- entry: ahead
-- input { 4i64 }
-- output { [5i64, 5i64, 1i64, 1i64] [6i64, 5i64, 1i64, 1i64] [5i64, 1i64, 5i64, 1i64] [1i64, 5i64, 5i64, 1i64] }
-- input { 2i64 }
-- error: Index \[2\] out of bounds for array of shape \[2\]
