-- Functions of the prelude.

-- ==
-- entry: zips
-- input { [1i64, 2i64] } output { [4i64, 8i64] [5i64, 10i64] }

-- ==
-- entry: parts
-- input { [1i64, 5i64, 10i64, 3i64] } output { [1i64, 3i64] [5i64] [10i64] [0i64, 1i64, 6i64, 16i64] }

-- ==
-- entry: scatters
-- input { [[0i64, 0i64], [0i64, 0i64]] } output { [[0i64, 5i64], [0i64, 0i64]] [[0i64, 0i64], [3i64, 0i64]] }

-- ==
-- entry: hists
-- input { [0i64, 1i64, 0i64, 7i64] [1i64, 2i64, 3i64, 4i64] } output { [4i64, 2i64] [[4i64, 8i64], [2i64, 4i64]] }

-- ==
-- entry: bits
-- input { 12u8 } output { 2i32 4i32 2i32 1i32 8u8 }

-- ==
-- entry: floats
-- input { 2.0f32 } output { 1073741824u32 2.0f32 8.0f32 0.5f32 true }


-- ==
-- entry: numbers
-- input { -7i64 } output { 7i64 -1i64 -7i32 127i8 1i64 }

-- ==
-- entry: exact
-- input { 5.0 } output { 24.0 0.5204998778130465 }

-- ==
-- entry: functions
-- input { 3i64 } output { 8i64 8i64 3i64 }

-- ==
-- entry: check
-- input { 2i64 } output { 1i64 }
-- input { 3i64 } error: x % 2 == 0

entry zips (xs: []i64): ([]i64, []i64) =
  let ys = zip4 xs xs xs xs
  let zs = zip5 xs xs xs xs xs
  let (a, b, c, d, e) = unzip5 zs
  in (map (\(a, b, c, d) -> a + b + c + d) ys, map5 (\a b c d e -> a + b + c + d + e) a b c d e)

entry parts (xs: []i64): ([]i64, []i64, []i64, []i64) =
  let (a, b, c) = partition2 (< 4) (< 9) xs in (a, b, c, exscan (+) 0 xs)

entry scatters (xss: [2][2]i64): ([][]i64, [][]i64) =
  (scatter_2d (copy xss) [(0, 1), (5, 0)] [5, 6], reduce_by_index_2d (copy xss) (+) 0 [(1, 0), (1, 0)] [1, 2])

entry hists [n] (is: [n]i64) (xs: [n]i64): ([]i64, [][]i64) =
  (hist (+) 0 2 is xs, reduce_by_index (replicate 2 [0, 0]) (map2 (+)) [0, 0] is (map (\x -> [x, 2 * x]) xs))

entry bits (x: u8): (i32, i32, i32, i32, u8) = (u8.popc x, u8.clz x, u8.ctz x, u8.get_bit 2 x, u8.set_bit 2 x 0)

entry floats (x: f32): (u32, f32, f32, f32, bool) =
  (f32.to_bits x, f32.from_bits (f32.to_bits x), f32.ldexp x 2, f32.recip x, f32.nextafter x 3 > x)


entry numbers (x: i64): (i64, i64, i32, i8, i64) = (i64.abs x, i64.sgn x, i32.i64 x, i8.highest, i64.bool true)

entry exact (x: f64): (f64, f64) = (f64.gamma x, f64.erf 0.5)

entry functions (x: i64): (i64, i64, i64) =
  ((x + 1 |> (* 2)), (((+ 1) >-> (* 2)) x), fst (curry id x x))

entry check (x: i64): i64 = assert (x % 2 == 0) (x / 2)
