-- Numbers of 16 bits: stored in two bytes, rounded once after every operation.

-- ==
-- entry: halves
-- input { 1.5f16 } output { 15872u16 1.5f16 }
entry halves (x: f16): (u16, f16) = (f16.to_bits x, f16.from_bits 0x3e00)

-- Sums and products that have to be rounded, to even where two are as near; what is too large or too small.
-- ==
-- entry: arithmetic
-- input { [2048f16, 2049f16, 1f16, 65504f16, 65504f16, 6e-8f16] [1f16, 1f16, 3f16, 16f16, 15f16, 0.5f16] }
-- output {
--   [26624u16, 26624u16, 17408u16, 31744u16, 31743u16, 14336u16]
--   [26623u16, 26623u16, 49152u16, 31742u16, 31743u16, 47104u16]
--   [26624u16, 26624u16, 16896u16, 31744u16, 31744u16, 0u16]
--   [26624u16, 26624u16, 13653u16, 27647u16, 27716u16, 2u16]
-- }
entry arithmetic [n] (xs: [n]f16) (ys: [n]f16): ([n]u16, [n]u16, [n]u16, [n]u16) =
  let bits (f: f16 -> f16 -> f16) = map2 (\x y -> f16.to_bits (f x y)) xs ys
  in (bits (+), bits (-), bits (*), bits (/))

-- Conversions round once, from every type.
-- ==
-- entry: conversions
-- input { [2049i64, 2051i64, 65519i64, 65520i64, -9000000000000000001i64] [1.00048828125, 1.0004882812500002, 33.3, 5e-8, 1e300] }
-- output { [26624u16, 26626u16, 31743u16, 31744u16, 64512u16] [15360u16, 15361u16, 20522u16, 1u16, 31744u16] }
entry conversions [n] [m] (is: [n]i64) (xs: [m]f64): ([n]u16, [m]u16) =
  (map (\i -> f16.to_bits (f16.i64 i)) is, map (\x -> f16.to_bits (f16.f64 x)) xs)

-- ==
-- entry: back
-- input { [1.5f16, -2.75f16, 65504f16, f16.nan, -f16.inf] }
-- output { [1i64, -2i64, 65504i64, 0i64, 0i64] [1u8, 254u8, 255u8, 0u8, 0u8] [1.5, -2.75, 65504.0, f64.nan, -f64.inf] [true, true, true, true, true] }
entry back [n] (xs: [n]f16): ([n]i64, [n]u8, [n]f64, [n]bool) =
  (map i64.f16 xs, map u8.f16 xs, map f64.f16 xs, map bool.f16 xs)

-- Ragged rows, folds of them, and a comparison.
-- ==
-- entry: rows
-- input { [[1f16, 2f16], [], [0.5f16, f16.nan, -1f16]] } output { [3f16, 0f16, f16.nan] [2f16, -f16.inf, 0.5f16] [[2f16], empty([0]f16), empty([0]f16)] }
entry rows [n] (xss: [n][?]f16): ([n]f16, [n]f16, [n][?]f16) =
  (map f16.sum xss, map f16.maximum xss, map (filter (> 1)) xss)

-- Atomic updates of half a word, and a fold in one number.
-- ==
-- entry: histogram
-- input { [0i64, 1i64, 0i64, 5i64, 2i64, 1i64, 0i64] [1f16, 2f16, 4f16, 8f16, 0.5f16, 2.5f16, 0.25f16] }
-- output { [5.25f16, 4.5f16, 0.5f16] [4f16, 2.5f16, 0.5f16] [1f16, 5f16, 0.5f16] }
entry histogram [n] (is: [n]i64) (xs: [n]f16): ([]f16, []f16, []f16) =
  ( reduce_by_index (replicate 3 0) (+) 0 is xs
  , reduce_by_index (replicate 3 (-f16.inf)) f16.max (-f16.inf) is xs
  , reduce_by_index (replicate 3 1) (*) 1 is xs
  )

-- ==
-- entry: functions
-- input { [0f16, 0.25f16, 2f16, 100f16] }
-- output { [0f16, 0.5f16, 1.414f16, 10f16] [1f16, 1.284f16, 7.39f16, f16.inf] [0f16, 0f16, 2f16, 100f16] [0f16, 0.25f16, 0f16, 0f16] }
entry functions [n] (xs: [n]f16): ([n]f16, [n]f16, [n]f16, [n]f16) =
  (map f16.sqrt xs, map f16.exp xs, map f16.floor xs, map (% 1) xs)

-- A scalar argument and result, a loop, a failure that shows one.
-- ==
-- entry: scalar
-- input { 1f16 12i64 } output { 2048f16 }
-- input { 1f16 -1i64 }
-- error: Assertion
entry scalar (x: f16) (k: i64): f16 =
  let m = assert (k >= 0) k
  in loop x for _i < m - 1 do x + x
