-- Sorting and grouping in rows and groups, with keys of several types.

-- ==
-- entry: in_rows
-- input { [[3i64, -1i64, 2i64], empty([0]i64), [7i64], [5i64, 4i64, 4i64, -9223372036854775808i64, 9223372036854775807i64, 0i64]] }
-- output { [[-1i64, 2i64, 3i64], empty([0]i64), [7i64], [-9223372036854775808i64, 0i64, 4i64, 4i64, 5i64, 9223372036854775807i64]] [[3i64, 2i64, -1i64], empty([0]i64), [7i64], [9223372036854775807i64, 5i64, 4i64, 4i64, 0i64, -9223372036854775808i64]] }
-- input { empty([0][?]i64) }
-- output { empty([0][?]i64) empty([0][?]i64) }
entry in_rows (xss: [][?]i64): ([][?]i64, [][?]i64) =
  (map (\xs -> [ x | x <- xs, order by x ]) xss, map (\xs -> [ x | x <- xs, order by x desc ]) xss)

-- ==
-- entry: positions_in_rows
-- input { [[3.5f32, f32.nan, -0.0f32, 0.0f32, -f32.inf], empty([0]f32), [f32.nan], [1.0f32, f32.inf, -1.0f32]] }
-- output { [[4i64, 2i64, 3i64, 0i64, 1i64], empty([0]i64), [0i64], [2i64, 0i64, 1i64]] [[0i64, 2i64, 3i64, 4i64, 1i64], empty([0]i64), [0i64], [1i64, 0i64, 2i64]] }
entry positions_in_rows (xss: [][?]f32): ([][?]i64, [][?]i64) =
  (map (\xs -> [ i | (x <- xs | i <- 0..<length xs), order by x ]) xss,
   map (\xs -> [ i | (x <- xs | i <- 0..<length xs), order by x desc ]) xss)

-- ==
-- entry: groups
-- input { [1.5f64, -0.0f64, f64.nan, 0.0f64, -3.0f64, 1.5f64, f64.nan, -0.0f64] }
-- output { [[4i64], [1i64, 3i64, 7i64], [0i64, 5i64], [2i64, 6i64]] }
-- input { empty([0]f64) }
-- output { empty([0][?]i64) }
entry groups [n] (xs: [n]f64): [][?]i64 = [ i | (x <- xs | i <- 0..<n), group by _ = x ]

-- ==
-- entry: groups_of_pairs
-- input { [2i32, 1i32, 2i32, 1i32] [true, false, true, true] }
-- output { [1i32, 1i32, 2i32] [false, true, true] [[1i64], [3i64], [0i64, 2i64]] }
entry groups_of_pairs [n] (xs: [n]i32) (bs: [n]bool): ([]i32, []bool, [][?]i64) =
  unzip3 [ (k, b, i) | (x <- xs | y <- bs | i <- 0..<n), group by (k, b) = (x, y) ]
