-- How often each of k numbers occurs; others are ignored.

entry histogram [n] (k: i64) (is: [n]i32): [k]i32 =
  reduce_by_index (replicate k 0) (+) 0 (map i64.i32 is) (replicate n 1)

entry histogram_data (n: i64): (i64, [n]i32) = (10, map (\i -> i32.i64 (i * 7 % 11)) (iota n))
entry histogram_skewed (n: i64): (i64, [n]i32) = (10, replicate n 3)

-- The cases below are written by oracle.py.

-- ==
-- entry: histogram
-- input { 0i64 empty([0]i32) }
-- output { empty([0]i32) }
-- input { 2i64 empty([0]i32) }
-- output { [0i32, 0i32] }
-- input { 3i64 [2i32, 0i32, 2i32] }
-- output { [1i32, 0i32, 2i32] }
-- input { 4i64 [3i32, 3i32, -1i32, 0i32, 4i32, 3i32, 1i32] }
-- output { [1i32, 1i32, 0i32, 3i32] }
