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

-- A failure is named, wherever it is in a vector. Of two, in the shares of two workers, whoever comes first is: they say the same.
-- ==
-- entry: pick
-- input { [0i64, 2i64, 1i64, 0i64, 2i64, 1i64, 0i64, 2i64, 1i64, 0i64, 2i64, 1i64, 0i64, 2i64, 1i64, 0i64, 2i64] [1.0f32, 2.0f32, 4.0f32] }
-- output { [1.0f32, 4.0f32, 2.0f32, 1.0f32, 4.0f32, 2.0f32, 1.0f32, 4.0f32, 2.0f32, 1.0f32, 4.0f32, 2.0f32, 1.0f32, 4.0f32, 2.0f32, 1.0f32, 4.0f32] 40.0f32 }
-- input { [0i64, 1i64, 1i64, 7i64, 7i64] [1.0f32, 2.0f32] }
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
-- input { [0i64, 1i64, 2i64, 1i64, 0i64, 2i64, 2i64, 1i64, 3i64, 3i64] [5i64, -6i64, 7i64] }
-- error: Index \[3\] out of bounds for array of shape \[3\]
entry kept_at [n] [m] (is: [n]i64) (xs: [m]i64): []i64 = filter (> 0) (map (\i -> xs[i]) is)

-- Running values: of more than two vectors of elements, and of none.
-- ==
-- entry: running
-- input { [-7i64, -1i64, 5i64, 11i64, 17i64, -18i64, -12i64, -6i64, 0i64, 6i64, 12i64, 18i64, -17i64, -11i64, -5i64, 1i64, 7i64, 13i64, 19i64, -16i64, -10i64, -4i64, 2i64, 8i64, 14i64, 20i64, -15i64, -9i64, -3i64, 3i64, 9i64, 15i64, -20i64, -14i64, -8i64, -2i64, 4i64] }
-- output { [-7i64, -8i64, -3i64, 8i64, 25i64, 7i64, -5i64, -11i64, -11i64, -5i64, 7i64, 25i64, 8i64, -3i64, -8i64, -7i64, 0i64, 13i64, 32i64, 16i64, 6i64, 2i64, 4i64, 12i64, 26i64, 46i64, 31i64, 22i64, 19i64, 22i64, 31i64, 46i64, 26i64, 12i64, 4i64, 2i64, 6i64]
--          [-7i32, -1i32, 5i32, 11i32, 17i32, 17i32, 17i32, 17i32, 17i32, 17i32, 17i32, 18i32, 18i32, 18i32, 18i32, 18i32, 18i32, 18i32, 19i32, 19i32, 19i32, 19i32, 19i32, 19i32, 19i32, 20i32, 20i32, 20i32, 20i32, 20i32, 20i32, 20i32, 20i32, 20i32, 20i32, 20i32, 20i32]
--          [-7i16, -7i16, -7i16, -7i16, -7i16, -18i16, -18i16, -18i16, -18i16, -18i16, -18i16, -18i16, -18i16, -18i16, -18i16, -18i16, -18i16, -18i16, -18i16, -18i16, -18i16, -18i16, -18i16, -18i16, -18i16, -18i16, -18i16, -18i16, -18i16, -18i16, -18i16, -18i16, -20i16, -20i16, -20i16, -20i16, -20i16]
--          [243u8, 13u8, 143u8, 217u8, 171u8, 159u8, 183u8, 35u8, 35u8, 199u8, 111u8, 11u8, 149u8, 199u8, 1u8, 3u8, 45u8, 191u8, 25u8, 249u8, 133u8, 93u8, 209u8, 225u8, 125u8, 5u8, 111u8, 161u8, 219u8, 253u8, 199u8, 25u8, 49u8, 213u8, 133u8, 113u8, 249u8]
--          [4294967289u32, 6u32, 3u32, 8u32, 25u32, 4294967287u32, 3u32, 4294967289u32, 4294967289u32, 4294967295u32, 4294967283u32, 4294967265u32, 14u32, 4294967291u32, 0u32, 1u32, 6u32, 11u32, 24u32, 4294967272u32, 30u32, 4294967266u32, 4294967264u32, 4294967272u32, 4294967270u32, 4294967282u32, 3u32, 4294967284u32, 9u32, 10u32, 3u32, 12u32, 4294967264u32, 18u32, 4294967274u32, 20u32, 16u32]
--          [true, true, true, true, true, true, true, true, true, true, true, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false]
--          [-7.0f64, -8.0f64, -3.0f64, 8.0f64, 25.0f64, 7.0f64, -5.0f64, -11.0f64, -11.0f64, -5.0f64, 7.0f64, 25.0f64, 8.0f64, -3.0f64, -8.0f64, -7.0f64, 0.0f64, 13.0f64, 32.0f64, 16.0f64, 6.0f64, 2.0f64, 4.0f64, 12.0f64, 26.0f64, 46.0f64, 31.0f64, 22.0f64, 19.0f64, 22.0f64, 31.0f64, 46.0f64, 26.0f64, 12.0f64, 4.0f64, 2.0f64, 6.0f64] }
-- input { empty([0]i64) }
-- output { empty([0]i64) empty([0]i32) empty([0]i16) empty([0]u8) empty([0]u32) empty([0]bool) empty([0]f64) }
entry running [n] (xs: [n]i64) =
  (scan (+) 0 xs, scan i32.max i32.lowest (map i32.i64 xs), scan i16.min i16.highest (map i16.i64 xs), scan (*) 1 (map (\x -> u8.i64 (2 * x + 1)) xs),
   scan (^) 0 (map u32.i64 xs), scan (&&) true (map (< 18) xs), scan (+) 0 (map f64.i64 xs))

-- Running values that begin anew: by both senses of the condition, with what would be added or with something else.
def anew 'a (add: a -> a -> a) (f: bool, x: a) (g: bool, y: a): (bool, a) = (f || g, if g then y else add x y)
def other 'a (add: a -> a -> a) (f: bool, x: a) (g: bool, y: a): (bool, a) = (f || g, if !g then add x y else y)

-- ==
-- entry: running_anew
-- input { [-7i64, -1i64, 5i64, 11i64, 17i64, -18i64, -12i64, -6i64, 0i64, 6i64, 12i64, 18i64, -17i64, -11i64, -5i64, 1i64, 7i64, 13i64, 19i64, -16i64, -10i64, -4i64, 2i64, 8i64, 14i64, 20i64, -15i64, -9i64, -3i64, 3i64, 9i64, 15i64, -20i64, -14i64, -8i64, -2i64, 4i64] }
-- output { [-7i32, -8i32, -3i32, 8i32, 17i32, -1i32, -13i32, -19i32, -19i32, -13i32, -1i32, 18i32, 1i32, -10i32, -15i32, -14i32, -7i32, 13i32, 19i32, 3i32, -7i32, -11i32, -9i32, -1i32, 14i32, 20i32, 5i32, -4i32, -7i32, -4i32, 5i32, 15i32, -5i32, -19i32, -27i32, -29i32, -25i32]
--          [-7i8, -1i8, 5i8, 11i8, 17i8, 17i8, 17i8, 17i8, 17i8, 17i8, 17i8, 18i8, 18i8, 18i8, 18i8, 18i8, 18i8, 13i8, 19i8, 19i8, 19i8, 19i8, 19i8, 19i8, 14i8, 20i8, 20i8, 20i8, 20i8, 20i8, 20i8, 15i8, 15i8, 15i8, 15i8, 15i8, 15i8]
--          [-7.0f32, -8.0f32, -3.0f32, 8.0f32, 25.0f32, 7.0f32, -5.0f32, -11.0f32, -11.0f32, -5.0f32, 7.0f32, 25.0f32, 8.0f32, -3.0f32, -8.0f32, -7.0f32, 0.0f32, 13.0f32, 32.0f32, 16.0f32, 6.0f32, 2.0f32, 4.0f32, 12.0f32, 26.0f32, 46.0f32, 31.0f32, 22.0f32, 19.0f32, 22.0f32, 31.0f32, 46.0f32, 26.0f32, 12.0f32, 4.0f32, 2.0f32, 6.0f32]
--          [false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, true, true, true, true, true]
--          [65529u16, 65535u16, 5u16, 11u16, 17u16, 65230u16, 65524u16, 65530u16, 0u16, 6u16, 12u16, 18u16, 65230u16, 65525u16, 65531u16, 1u16, 7u16, 13u16, 19u16, 65232u16, 65526u16, 65532u16, 2u16, 8u16, 14u16, 20u16, 65236u16, 65527u16, 65533u16, 3u16, 9u16, 15u16, 65236u16, 65522u16, 65528u16, 65534u16, 4u16]
--          [-7i64, -8i64, -3i64, 8i64, 100i64, 82i64, 70i64, 64i64, 64i64, 70i64, 82i64, 100i64, 83i64, 72i64, 67i64, 68i64, 75i64, 100i64, 100i64, 84i64, 74i64, 70i64, 72i64, 80i64, 100i64, 100i64, 85i64, 76i64, 73i64, 76i64, 85i64, 100i64, 80i64, 66i64, 58i64, 56i64, 60i64] }
-- input { empty([0]i64) }
-- output { empty([0]i32) empty([0]i8) empty([0]f32) empty([0]bool) empty([0]u16) empty([0]i64) }
entry running_anew [n] (xs: [n]i64) =
  (map (.1) (scan (anew (+)) (false, 0) (map (\x -> (x > 12, i32.i64 x)) xs)),
   map (.1) (scan (other i8.max) (false, i8.lowest) (map (\x -> (x > 12, i8.i64 x)) xs)),
   map (.1) (scan (anew (+)) (false, 0) (map (\x -> (x < -30, f32.i64 x)) xs)),
   map (.1) (scan (anew (||)) (false, false) (map (\x -> (x > 12, x == -20)) xs)),
   map (.1) (scan (other (*)) (false, 1) (map (\x -> (x > -15, u16.i64 x)) xs)),
   map (.1) (scan (\(f, x) (g, y) -> (f || g, if g then y else x + y)) (false, 0) (map (\x -> (x > 12, if x > 12 then 100 else x)) xs)))

-- Where a row fails is found in order, whatever the lanes have done before.
-- ==
-- entry: running_places
-- input { [1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64] 19i64 }
-- output { [1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64, 9i64, 10i64, 11i64, 12i64, 13i64, 14i64, 15i64, 16i64, 17i64, 18i64] }
-- input { [1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64] 12i64 }
-- error: Index \[12\] out of bounds for array of shape \[12\]
-- input { [1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64] 18i64 }
-- error: Index \[18\] out of bounds for array of shape \[18\]
entry running_places [n] (xs: [n]i64) (m: i64): [n]i64 =
  let ys = map (\i -> if i < 0 then 0 else i) (iota m)
  in map (\i -> ys[i]) (scan (+) 0 xs)

-- Truth values that are added up, as integers of every width; in some rows of more than two vectors, in some of none.
-- ==
-- entry: tallies
-- input { [3i32, -1i32, 4i32, -1i32, 5i32, -9i32, 2i32, 6i32, -5i32, 3i32, 5i32, -8i32, 9i32, 7i32, 9i32, -3i32, 2i32, 3i32, -8i32] }
-- output { 12i64 7i8 3u16 [0i32, 1i32, 1i32, 2i32, 2i32, 3i32, 3i32, 4i32, 5i32, 5i32, 6i32, 7i32, 7i32, 8i32, 9i32, 10i32, 10i32, 11i32, 12i32, 12i32] }
-- input { empty([0]i32) }
-- output { 0i64 0i8 0u16 [0i32] }
entry tallies [n] (xs: [n]i32): (i64, i8, u16, []i32) =
  (i64.sum (map (\x -> i64.bool (x > 0)) xs), i8.sum (map (\x -> i8.bool (x <= 0)) xs), u16.sum (map (\x -> u16.bool (x == 3)) xs),
   map (\row -> i32.sum (map (\x -> i32.bool (x > 0)) row)) (short xs))

-- What is counted is counted again where a check fails.
-- ==
-- entry: tallies_of
-- input { [0i64, 2i64, 1i64, 0i64, 2i64, 1i64, 0i64, 2i64, 1i64, 0i64, 2i64, 1i64, 0i64, 2i64, 1i64, 0i64, 2i64] [1.0f32, 2.0f32, 4.0f32] }
-- output { 11i64 }
-- input { [0i64, 1i64, 1i64, 7i64, 1i64] [1.0f32, 2.0f32] }
-- error: Index \[7\] out of bounds for array of shape \[2\]
entry tallies_of [n] [m] (is: [n]i64) (xs: [m]f32): i64 = i64.sum (map (\i -> i64.bool (xs[i] > 1)) is)

-- Lanes of narrow numbers beside wide ones, of which only some are there: a vector of them is a part of a register.
-- ==
-- entry: narrow
-- input { [1u8, 255u8, 3u8] [-1i16, 2i16, 300i16] }
-- output { [0u32, 1u32, 511u32, 520u32] [0i64, -1i64, 3i64, 903i64] [2u8, 0u8, 4u8] [-2i16, 4i16, 600i16] }
-- input { empty([0]u8) empty([0]i16) } output { [0u32] [0i64] empty([0]u8) empty([0]i16) }
def weights [n] (xs: [n]u8): u32 = u32.sum (map2 (\i b -> u32.i64 (i + 1) * u32.u8 b) (indices xs) xs)
def halves [n] (xs: [n]i16): i64 = i64.sum (map2 (\i b -> (i + 1) * i64.i16 b) (indices xs) xs)

entry narrow [n] (xs: [n]u8) (ys: [n]i16): ([]u32, []i64, [n]u8, [n]i16) =
  (map (\i -> weights xs[:i]) (iota (n + 1)), map (\i -> halves ys[:i]) (iota (n + 1)), map (+ 1) xs, map (* 2) ys)

-- ==
-- entry: narrow_long
-- input { 0i64 } output { true }
-- input { 1i64 } output { true }
-- input { 3i64 } output { true }
-- input { 7i64 } output { true }
-- input { 8i64 } output { true }
-- input { 13i64 } output { true }
-- input { 31i64 } output { true }
-- input { 100i64 } output { true }
entry narrow_long (n: i64): bool =
  let xs = map (\i -> u8.i64 (i * 37 + 11)) (iota n)
  let ys = map (\i -> i16.i64 (i * 977 - 500)) (iota n)
  let near = map (\i -> u8.i64 (i64.u8 xs[i] / 3 + i)) (iota n)
  let wide = map (\i -> i16.i64 (i64.i16 ys[i] / 3 + i)) (iota n)
  let slow_weights = loop s = 0 for i < n do s + u32.i64 (i + 1) * u32.u8 xs[i]
  let slow_halves = loop s = 0 for i < n do s + (i + 1) * i64.i16 ys[i]
  let right = loop good = true for i < n do
    good && near[i] == u8.i64 (i64.u8 xs[i] / 3 + i) && wide[i] == i16.i64 (i64.i16 ys[i] / 3 + i)
  in weights xs == slow_weights && halves ys == slow_halves && right
