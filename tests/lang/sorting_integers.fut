-- Integers of every width, in both directions: equal ones stay in order.

-- ==
-- entry: by_i8
-- input { [3i8, -1i8, 0i8, 127i8, -128i8, -1i8, 3i8, -127i8, 100i8, -100i8, 127i8] }
-- output { [4i64, 7i64, 9i64, 1i64, 5i64, 2i64, 0i64, 6i64, 8i64, 3i64, 10i64] [3i64, 10i64, 8i64, 0i64, 6i64, 2i64, 1i64, 5i64, 9i64, 7i64, 4i64] }
-- input { empty([0]i8) }
-- output { empty([0]i64) empty([0]i64) }
-- input { [5i8] }
-- output { [0i64] [0i64] }
-- input { [2i8, 2i8, 2i8] }
-- output { [0i64, 1i64, 2i64] [0i64, 1i64, 2i64] }
entry by_i8 [n] (xs: [n]i8): ([]i64, []i64) =
  ([ i | (x <- xs | i <- 0..<n), order by x ], [ i | (x <- xs | i <- 0..<n), order by x desc ])

-- ==
-- entry: by_u8
-- input { [3u8, 255u8, 0u8, 254u8, 128u8, 3u8, 0u8, 200u8] }
-- output { [2i64, 6i64, 0i64, 5i64, 4i64, 7i64, 3i64, 1i64] [1i64, 3i64, 7i64, 4i64, 0i64, 5i64, 2i64, 6i64] }
-- input { empty([0]u8) }
-- output { empty([0]i64) empty([0]i64) }
-- input { [7u8] }
-- output { [0i64] [0i64] }
entry by_u8 [n] (xs: [n]u8): ([]i64, []i64) =
  ([ i | (x <- xs | i <- 0..<n), order by x ], [ i | (x <- xs | i <- 0..<n), order by x desc ])

-- ==
-- entry: by_i16
-- input { [3i16, -1i16, 0i16, 32767i16, -32768i16, -1i16, 3i16, -32767i16, 100i16, -100i16, 32767i16] }
-- output { [4i64, 7i64, 9i64, 1i64, 5i64, 2i64, 0i64, 6i64, 8i64, 3i64, 10i64] [3i64, 10i64, 8i64, 0i64, 6i64, 2i64, 1i64, 5i64, 9i64, 7i64, 4i64] }
-- input { empty([0]i16) }
-- output { empty([0]i64) empty([0]i64) }
-- input { [5i16] }
-- output { [0i64] [0i64] }
-- input { [2i16, 2i16, 2i16] }
-- output { [0i64, 1i64, 2i64] [0i64, 1i64, 2i64] }
entry by_i16 [n] (xs: [n]i16): ([]i64, []i64) =
  ([ i | (x <- xs | i <- 0..<n), order by x ], [ i | (x <- xs | i <- 0..<n), order by x desc ])

-- ==
-- entry: by_u16
-- input { [3u16, 65535u16, 0u16, 65534u16, 32768u16, 3u16, 0u16, 200u16] }
-- output { [2i64, 6i64, 0i64, 5i64, 7i64, 4i64, 3i64, 1i64] [1i64, 3i64, 4i64, 7i64, 0i64, 5i64, 2i64, 6i64] }
-- input { empty([0]u16) }
-- output { empty([0]i64) empty([0]i64) }
-- input { [7u16] }
-- output { [0i64] [0i64] }
entry by_u16 [n] (xs: [n]u16): ([]i64, []i64) =
  ([ i | (x <- xs | i <- 0..<n), order by x ], [ i | (x <- xs | i <- 0..<n), order by x desc ])

-- ==
-- entry: by_i32
-- input { [3i32, -1i32, 0i32, 2147483647i32, -2147483648i32, -1i32, 3i32, -2147483647i32, 100i32, -100i32, 2147483647i32] }
-- output { [4i64, 7i64, 9i64, 1i64, 5i64, 2i64, 0i64, 6i64, 8i64, 3i64, 10i64] [3i64, 10i64, 8i64, 0i64, 6i64, 2i64, 1i64, 5i64, 9i64, 7i64, 4i64] }
-- input { empty([0]i32) }
-- output { empty([0]i64) empty([0]i64) }
-- input { [5i32] }
-- output { [0i64] [0i64] }
-- input { [2i32, 2i32, 2i32] }
-- output { [0i64, 1i64, 2i64] [0i64, 1i64, 2i64] }
entry by_i32 [n] (xs: [n]i32): ([]i64, []i64) =
  ([ i | (x <- xs | i <- 0..<n), order by x ], [ i | (x <- xs | i <- 0..<n), order by x desc ])

-- ==
-- entry: by_u32
-- input { [3u32, 4294967295u32, 0u32, 4294967294u32, 2147483648u32, 3u32, 0u32, 200u32] }
-- output { [2i64, 6i64, 0i64, 5i64, 7i64, 4i64, 3i64, 1i64] [1i64, 3i64, 4i64, 7i64, 0i64, 5i64, 2i64, 6i64] }
-- input { empty([0]u32) }
-- output { empty([0]i64) empty([0]i64) }
-- input { [7u32] }
-- output { [0i64] [0i64] }
entry by_u32 [n] (xs: [n]u32): ([]i64, []i64) =
  ([ i | (x <- xs | i <- 0..<n), order by x ], [ i | (x <- xs | i <- 0..<n), order by x desc ])

-- ==
-- entry: by_i64
-- input { [3i64, -1i64, 0i64, 9223372036854775807i64, -9223372036854775808i64, -1i64, 3i64, -9223372036854775807i64, 100i64, -100i64, 9223372036854775807i64] }
-- output { [4i64, 7i64, 9i64, 1i64, 5i64, 2i64, 0i64, 6i64, 8i64, 3i64, 10i64] [3i64, 10i64, 8i64, 0i64, 6i64, 2i64, 1i64, 5i64, 9i64, 7i64, 4i64] }
-- input { empty([0]i64) }
-- output { empty([0]i64) empty([0]i64) }
-- input { [5i64] }
-- output { [0i64] [0i64] }
-- input { [2i64, 2i64, 2i64] }
-- output { [0i64, 1i64, 2i64] [0i64, 1i64, 2i64] }
entry by_i64 [n] (xs: [n]i64): ([]i64, []i64) =
  ([ i | (x <- xs | i <- 0..<n), order by x ], [ i | (x <- xs | i <- 0..<n), order by x desc ])

-- ==
-- entry: by_u64
-- input { [3u64, 18446744073709551615u64, 0u64, 18446744073709551614u64, 9223372036854775808u64, 3u64, 0u64, 200u64] }
-- output { [2i64, 6i64, 0i64, 5i64, 7i64, 4i64, 3i64, 1i64] [1i64, 3i64, 4i64, 7i64, 0i64, 5i64, 2i64, 6i64] }
-- input { empty([0]u64) }
-- output { empty([0]i64) empty([0]i64) }
-- input { [7u64] }
-- output { [0i64] [0i64] }
entry by_u64 [n] (xs: [n]u64): ([]i64, []i64) =
  ([ i | (x <- xs | i <- 0..<n), order by x ], [ i | (x <- xs | i <- 0..<n), order by x desc ])
