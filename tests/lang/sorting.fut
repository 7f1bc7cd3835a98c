-- Keys of every type, in both directions: equal ones stay in order, -0 is 0, and what is not a number comes last. Numbers, bools
-- and tuples of these are sorted by radix passes, everything else by merging.

-- ==
-- entry: by_f32
-- input { [1.5f32, -0.0f32, 0.0f32, f32.nan, -f32.inf, f32.inf, -2.5f32, 0.0f32, -0.0f32, f32.nan, 1.5f32, -1e-30f32, 1e-30f32] }
-- output { [4i64, 6i64, 11i64, 1i64, 2i64, 7i64, 8i64, 12i64, 0i64, 10i64, 5i64, 3i64, 9i64] [5i64, 0i64, 10i64, 12i64, 1i64, 2i64, 7i64, 8i64, 11i64, 6i64, 4i64, 3i64, 9i64] }
-- input { empty([0]f32) }
-- output { empty([0]i64) empty([0]i64) }
-- input { [f32.nan] }
-- output { [0i64] [0i64] }
-- input { [f32.nan, f32.nan, f32.inf, -f32.inf] }
-- output { [3i64, 2i64, 0i64, 1i64] [2i64, 3i64, 0i64, 1i64] }
entry by_f32 [n] (xs: [n]f32): ([]i64, []i64) =
  ([ i | (x <- xs | i <- 0..<n), order by x ], [ i | (x <- xs | i <- 0..<n), order by x desc ])

-- ==
-- entry: by_f64
-- input { [1.5f64, -0.0f64, 0.0f64, f64.nan, -f64.inf, f64.inf, -2.5f64, 0.0f64, -0.0f64, f64.nan, 1.5f64, -1e-30f64, 1e-30f64] }
-- output { [4i64, 6i64, 11i64, 1i64, 2i64, 7i64, 8i64, 12i64, 0i64, 10i64, 5i64, 3i64, 9i64] [5i64, 0i64, 10i64, 12i64, 1i64, 2i64, 7i64, 8i64, 11i64, 6i64, 4i64, 3i64, 9i64] }
-- input { empty([0]f64) }
-- output { empty([0]i64) empty([0]i64) }
-- input { [f64.nan] }
-- output { [0i64] [0i64] }
-- input { [f64.nan, f64.nan, f64.inf, -f64.inf] }
-- output { [3i64, 2i64, 0i64, 1i64] [2i64, 3i64, 0i64, 1i64] }
entry by_f64 [n] (xs: [n]f64): ([]i64, []i64) =
  ([ i | (x <- xs | i <- 0..<n), order by x ], [ i | (x <- xs | i <- 0..<n), order by x desc ])

-- ==
-- entry: by_bool
-- input { [true, false, true, false] }
-- output { [1i64, 3i64, 0i64, 2i64] [0i64, 2i64, 1i64, 3i64] }
-- input { empty([0]bool) }
-- output { empty([0]i64) empty([0]i64) }
-- input { [true] }
-- output { [0i64] [0i64] }
entry by_bool [n] (xs: [n]bool): ([]i64, []i64) =
  ([ i | (x <- xs | i <- 0..<n), order by x ], [ i | (x <- xs | i <- 0..<n), order by x desc ])

-- ==
-- entry: by_tuple
-- input { [2i32, 1i32, 2i32, 1i32, 1i32, 1i32, 2i32, -1i32] [-1.5f64, 0.0f64, -1.5f64, -0.0f64, f64.nan, f64.inf, -1.5f64, 3.0f64] [true, false, false, true, false, true, true, false] }
-- output { [7i64, 1i64, 3i64, 5i64, 4i64, 2i64, 0i64, 6i64] [0i64, 6i64, 2i64, 5i64, 3i64, 1i64, 4i64, 7i64] }
-- input { empty([0]i32) empty([0]f64) empty([0]bool) }
-- output { empty([0]i64) empty([0]i64) }
entry by_tuple [n] (xs: [n]i32) (ys: [n]f64) (zs: [n]bool): ([]i64, []i64) =
  ([ i | (x <- xs | y <- ys | z <- zs | i <- 0..<n), order by (x, y, z) ],
   [ i | (x <- xs | y <- ys | z <- zs | i <- 0..<n), order by (x, y, z) desc ])

-- ==
-- entry: by_nested_tuple
-- input { [1u8, 1u8, 0u8, 1u8, 1u8] [2i64, 2i64, 9i64, 0i64, 2i64] [3i64, 1i64, 9i64, 5i64, 3i64] }
-- output { [2i64, 3i64, 1i64, 0i64, 4i64] }
entry by_nested_tuple [n] (xs: [n]u8) (ys: [n]i64) (zs: [n]i64): []i64 =
  [ i | (x <- xs | y <- ys | z <- zs | i <- 0..<n), order by (x, (y, z)) ]

-- Several blocks of elements, in few and in many digits.
-- ==
-- entry: long
-- input { 9000i64 7i64 }
-- output { true }
-- input { 9000i64 1000000007i64 }
-- output { true }
-- input { 4096i64 1i64 }
-- output { true }
-- input { 4097i64 300i64 }
-- output { true }
entry long (n: i64) (m: i64): bool =
  let keys = map (\i -> (i * 7919 + 13) * (i + 104729) % m - m / 2) (iota n)
  let sorted = [ (k, i) | (k <- keys | i <- 0..<n), order by k ]
  let falling = [ (k, i) | (k <- keys | i <- 0..<n), order by k desc ]
  let pairs = iota (length sorted - 1)
  let up = all (\j -> let (a, i) = sorted[j] let (b, k) = sorted[j + 1] in a < b || (a == b && i < k)) pairs
  let down = all (\j -> let (a, i) = falling[j] let (b, k) = falling[j + 1] in a > b || (a == b && i < k)) pairs
  in up && down && length sorted == n && length falling == n && i64.sum (map (.1) sorted) == n * (n - 1) / 2

-- Several blocks in a row.
-- ==
-- entry: long_rows
-- input { [0i64, 700i64, 1i64, 300i64] }
-- output { [true, true, true, true] }
entry long_rows (ns: []i64): []bool =
  map (\n -> let xs = map (\i -> f64.i64 (i * 7919 % 1009) - 500) (iota n)
             let ys = [ x | x <- xs, order by x ]
             in and (map (\j -> ys[j] <= ys[j + 1]) (iota (i64.max 0 (length ys - 1)))))
      ns

-- The functions of the prelude with an operator, and with a comparison that only merging knows.
-- ==
-- entry: by_function
-- input { [3i64, -1i64, 3i64, 0i64] }
-- output { [1i64, 3i64, 0i64, 2i64] [0i64, 2i64, 3i64, 1i64] [3i64, 1i64, 0i64, 2i64] }
entry by_function [n] (xs: [n]i64): ([n]i64, [n]i64, [n]i64) =
  ((sort_by_key (<=) xs (iota n)).1,
   (sort_by_key (>=) xs (iota n)).1,
   (sort_by_key (\a b -> a * a <= b * b) xs (iota n)).1)

-- Keys that no radix pass knows.
-- ==
-- entry: by_rows
-- input { [[2i64, 1i64], [1i64, 5i64], [1i64, 2i64]] }
-- output { [2i64, 1i64, 0i64] }
entry by_rows [n] (xss: [n][2]i64): [n]i64 =
  let leq (a: [2]i64) (b: [2]i64): bool = a[0] < b[0] || (a[0] == b[0] && a[1] <= b[1])
  in (sort_by_key leq xss (iota n)).1
