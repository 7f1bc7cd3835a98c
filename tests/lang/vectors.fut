-- Loops that run in lanes: rows shorter and longer than a vector, none, every type of element, conditions, checks that fail in some lane.

def short [n] 't (xs: [n]t): [][?]t = map (\k -> take k xs) (iota (n + 1))

-- ==
-- entry: sums
-- input { [1i32, 2i32, 3i32, -4i32, 5i32, 6i32, 7i32, 8i32, 9i32, 10i32, 11i32, 12i32, 13i32, 14i32, 15i32, 16i32, 17i32, 18i32] }
-- output { [0i32, 1i32, 3i32, 6i32, 2i32, 7i32, 13i32, 20i32, 28i32, 37i32, 47i32, 58i32, 70i32, 83i32, 97i32, 112i32, 128i32, 145i32, 163i32] }
-- input { empty([0]i32) }
-- output { [0i32] }
entry sums [n] (xs: [n]i32): []i32 = map i32.sum (short xs)

-- ==
-- entry: bytes
-- input { [200u8, 100u8, 7u8, 255u8, 1u8] }
-- output { [0u8, 200u8, 44u8, 51u8, 50u8, 51u8] [0u8, 200u8, 200u8, 200u8, 255u8, 255u8] [255u8, 200u8, 100u8, 7u8, 7u8, 1u8] }
entry bytes [n] (xs: [n]u8): ([]u8, []u8, []u8) =
  (map u8.sum (short xs), map u8.maximum (short xs), map u8.minimum (short xs))

-- ==
-- entry: floats
-- input { [1.5f32, f32.nan, -2.0f32, 4.0f32, 0.5f32, 0.25f32, 8.0f32, 16.0f32, 1.0f32, 1.0f32, 1.0f32, 1.0f32, 1.0f32, 1.0f32, 1.0f32, 1.0f32, 64.0f32] }
-- output { [1i64, 0i64, -2i64, 64i64] [f32.inf, 1.5f32, 1.5f32, -2.0f32] }
entry floats [n] (xs: [n]f32): ([4]i64, [4]f32) =
  ([i64.bool (f32.isnan (f32.sum xs)), i64.f32 (f32.sum (take 0 xs)), i64.f32 (f32.minimum xs), i64.f32 (f32.maximum xs)],
   map (\k -> f32.minimum (take k xs)) (iota 4))

-- ==
-- entry: products
-- input { [1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64, 9i64, 10i64, 11i64] }
-- output { 39916800i64 1i64 true false 15i64 }
-- input { empty([0]i64) }
-- output { 1i64 0i64 true false 0i64 }
entry products [n] (xs: [n]i64): (i64, i64, bool, bool, i64) =
  (i64.product xs, reduce (^) 0 (map (\x -> if x > 1 then x else 0) xs) ^ reduce (^) 0 xs, all (> 0) xs, any (> 11) xs, reduce (|) 0 xs)

-- ==
-- entry: chosen
-- input { [3i32, -1i32, 4i32, -1i32, 5i32, -9i32, 2i32, 6i32, -5i32, 3i32, 5i32, -8i32, 9i32, 7i32, 9i32, -3i32, 2i32, 3i32, -8i32] }
-- output { 12i64 [6i32, 1i32, 8i32, 1i32, 10i32, 9i32, 4i32, 12i32, 5i32, 6i32, 10i32, 8i32, 18i32, 14i32, 18i32, 3i32, 4i32, 6i32, 8i32] }
entry chosen [n] (xs: [n]i32): (i64, [n]i32) =
  (i64.sum (map (\x -> if x > 0 then 1 else 0) xs), map (\x -> if x > 0 then x + x else -x) xs)

-- ==
-- entry: kinds
-- input { [-1i8, 2i8, -3i8] }
-- output { [4294967295u32, 2u32, 4294967293u32] [-1i64, 2i64, -3i64] [-1.0f64, 2.0f64, -3.0f64] [true, true, true] }
entry kinds [n] (xs: [n]i8): ([n]u32, [n]i64, [n]f64, [n]bool) =
  unzip4 (map (\x -> (u32.i32 (i32.i8 x), i64.i8 x, f64.i8 x, bool.i8 x)) xs)

-- The first of two failures is named, wherever it is in a vector.
-- ==
-- entry: pick
-- input { [0i64, 2i64, 1i64, 0i64, 2i64, 1i64, 0i64, 2i64, 1i64, 0i64, 2i64, 1i64, 0i64, 2i64, 1i64, 0i64, 2i64] [1.0f32, 2.0f32, 4.0f32] }
-- output { [1.0f32, 4.0f32, 2.0f32, 1.0f32, 4.0f32, 2.0f32, 1.0f32, 4.0f32, 2.0f32, 1.0f32, 4.0f32, 2.0f32, 1.0f32, 4.0f32, 2.0f32, 1.0f32, 4.0f32] 40.0f32 }
-- input { [0i64, 1i64, 1i64, 7i64, 9i64] [1.0f32, 2.0f32] }
-- error: Index \[7\] out of bounds for array of shape \[2\]
-- input { [0i64] empty([0]f32) }
-- error: Index \[0\] out of bounds for array of shape \[0\]
entry pick [n] [m] (is: [n]i64) (xs: [m]f32): ([n]f32, f32) =
  (map (\i -> xs[i]) is, f32.sum (map (\i -> xs[i]) is))

-- What is kept stands together, in order; a check that fails counts again.
-- ==
-- entry: kept
-- input { [3i32, -1i32, 4i32, -1i32, 5i32, -9i32, 2i32, 6i32, -5i32, 3i32, 5i32, -8i32, 9i32, 7i32, 9i32, -3i32, 2i32, 3i32, -8i32] }
-- output { [3i32, 4i32, 5i32, 2i32, 6i32, 3i32, 5i32, 9i32, 7i32, 9i32, 2i32, 3i32] [-1i64, -1i64, -9i64, -5i64, -8i64, -3i64, -8i64] [9i8, 9i8] 12i64 }
-- input { empty([0]i32) }
-- output { empty([0]i32) empty([0]i64) empty([0]i8) 0i64 }
entry kept [n] (xs: [n]i32): ([]i32, []i64, []i8, i64) =
  (filter (> 0) xs, filter (< 0) (map i64.i32 xs), filter (== 9) (map i8.i32 xs), length (filter (> 0) xs))

-- ==
-- entry: kept_rows
-- input { [[1i32, -2i32, 3i32], [], [-4i32], [5i32, 6i32, -7i32, 8i32, 9i32, 10i32, -11i32, 12i32, 13i32, 14i32, 15i32, 16i32, 17i32, 18i32, -19i32, 20i32, 21i32, 22i32]] }
-- output { [[1i32, 3i32], [], [], [5i32, 6i32, 8i32, 9i32, 10i32, 12i32, 13i32, 14i32, 15i32, 16i32, 17i32, 18i32, 20i32, 21i32, 22i32]] }
entry kept_rows [n] (xss: [n][?]i32): [n][?]i32 = map (filter (> 0)) xss

-- ==
-- entry: kept_at
-- input { [0i64, 1i64, 2i64, 1i64, 0i64, 2i64, 2i64, 1i64, 2i64] [5i64, -6i64, 7i64] }
-- output { [5i64, 7i64, 5i64, 7i64, 7i64, 7i64] }
-- input { [0i64, 1i64, 2i64, 1i64, 0i64, 2i64, 2i64, 1i64, 3i64, 4i64] [5i64, -6i64, 7i64] }
-- error: Index \[3\] out of bounds for array of shape \[3\]
entry kept_at [n] [m] (is: [n]i64) (xs: [m]i64): []i64 = filter (> 0) (map (\i -> xs[i]) is)
