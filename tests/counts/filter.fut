-- The positive elements.

entry positive [n] (xs: [n]i32): []i32 = filter (> 0) xs

entry positive_data (n: i64): [n]i32 = map (\i -> i32.i64 (i * 7 % 11 - 5)) (iota n)

-- The cases below are written by oracle.py.

-- ==
-- entry: positive
-- input { empty([0]i32) }
-- output { empty([0]i32) }
-- input { [3i32, -1i32, 2i32] }
-- output { [3i32, 2i32] }
-- input { [0i32, -5i32, 7i32, 7i32, -2i32, 1i32, 0i32, 9i32] }
-- output { [7i32, 7i32, 1i32, 9i32] }
-- input { [-1i32, -2i32] }
-- output { empty([0]i32) }
