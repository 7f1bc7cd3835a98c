-- Operators of vector loops at their borders: shifts by as many bits as there are and more, exponentials of numbers whose results are subnormal,
-- infinite or no numbers. The loops are long enough for whole vectors and a rest.

def amounts: [20]i64 = map (\i -> i * 7 - 9) (iota 20)

entry shifts_i32 (x: i32): ([]i32, []i32) =
  (map (\s -> x << i32.i64 s) amounts, map (\s -> x >> i32.i64 s) amounts)
-- ==
-- entry: shifts_i32
-- input { -123456789 }
-- output { [0i32, 0i32, 344350048i32, 1127133184i32, -1755840512i32, -1409286144i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32] [-1i32, -1i32, -3858025i32, -30141i32, -236i32, -2i32, -1i32, -1i32, -1i32, -1i32, -1i32, -1i32, -1i32, -1i32, -1i32, -1i32, -1i32, -1i32, -1i32, -1i32] }
-- input { 2147483647 }
-- output { [0i32, 0i32, -32i32, -4096i32, -524288i32, -67108864i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32] [0i32, 0i32, 67108863i32, 524287i32, 4095i32, 31i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32] }

entry shifts_u64 (x: u64): ([]u64, []u64) =
  (map (\s -> x << u64.i64 s) amounts, map (\s -> x >> u64.i64 s) amounts)
-- ==
-- entry: shifts_u64
-- input { 17293822569102704643u64 }
-- output { [0u64, 0u64, 96u64, 12288u64, 1572864u64, 201326592u64, 25769803776u64, 3298534883328u64, 422212465065984u64, 54043195528445952u64, 6917529027641081856u64, 0u64, 0u64, 0u64, 0u64, 0u64, 0u64, 0u64, 0u64, 0u64] [0u64, 0u64, 540431955284459520u64, 4222124650659840u64, 32985348833280u64, 257698037760u64, 2013265920u64, 15728640u64, 122880u64, 960u64, 7u64, 0u64, 0u64, 0u64, 0u64, 0u64, 0u64, 0u64, 0u64, 0u64] }

entry shifts_i8 (x: i8): ([]i8, []i8, []i8) =
  (map (\s -> x << i8.i64 s) amounts, map (\s -> x >> i8.i64 s) amounts, map (\s -> x >>> i8.i64 s) amounts)
-- ==
-- entry: shifts_i8
-- input { -77i8 }
-- output { [0i8, 0i8, 96i8, 0i8, 0i8, 0i8, 0i8, 0i8, 0i8, 0i8, 0i8, 0i8, 0i8, 0i8, 0i8, 0i8, 0i8, 0i8, 0i8, 0i8] [-1i8, -1i8, -3i8, -1i8, -1i8, -1i8, -1i8, -1i8, -1i8, -1i8, -1i8, -1i8, -1i8, -1i8, -1i8, -1i8, -1i8, -1i8, -1i8, -1i8] [0i8, 0i8, 5i8, 0i8, 0i8, 0i8, 0i8, 0i8, 0i8, 0i8, 0i8, 0i8, 0i8, 0i8, 0i8, 0i8, 0i8, 0i8, 0i8, 0i8] }

-- The same amount for all.
entry digits [n] (xs: [n]u32) (bit: u32): (i32, u32) =
  (i32.sum (map (\x -> i32.u32 ((x >> bit) & 3)) xs), reduce (^) 0 (map (<< bit) xs))
-- ==
-- entry: digits
-- input { [7u32, 1234567890u32, 4294967295u32, 0u32, 99u32, 12345u32, 88888888u32, 3u32, 5u32, 17u32, 65536u32, 65535u32, 1u32, 2u32, 3u32, 4u32, 5u32, 6u32, 7u32] 6u32 }
-- output { 10i32 3373869056u32 }
-- input { [7u32, 1234567890u32, 4294967295u32, 0u32, 99u32, 12345u32, 88888888u32, 3u32, 5u32, 17u32, 65536u32, 65535u32, 1u32, 2u32, 3u32, 4u32, 5u32, 6u32, 7u32] 32u32 }
-- output { 0i32 0u32 }

entry exponentials [n] (xs: [n]f32): [n]f32 = map f32.exp xs
-- ==
-- entry: exponentials
-- input { [0f32, 1f32, -1f32, 0.5f32, 10f32, -10f32, 88.72f32, 88.73f32, 89f32, 1000f32, -87.3f32, -100f32, -103.9f32, -104.1f32, -1000f32, 1e-8f32, 20.1f32, f32.inf, -f32.inf, f32.nan] }
-- output { [1.0f32, 2.7182817f32, 0.36787945f32, 1.6487212f32, 22026.465f32, 4.539993e-5f32, 3.3931806e38f32, f32.inf, f32.inf, f32.inf, 1.2192433e-38f32, 3.8e-44f32, 1e-45f32, 0.0f32, 0.0f32, 1.0f32, 536190660.0f32, f32.inf, 0.0f32, f32.nan] }

-- How far exponentials are from those with twice as many bits, in units of the last place. CUDA promises 2; in lanes
-- it is less (crates/cli/tests/vectors.rs). A loop computes them on their own.
entry exponentials_are_close (n: i64) (most: f64): bool =
  let at i = f32.i64 (i - n / 2) * (174 / f32.i64 n)
  let found = loop xs = map at (iota n) for _i < 1i32 do map f32.exp xs
  let error i =
    let exact = f64.exp (f64.f32 (at i))
    let ulp = f64.max 1.401298464324817e-45 (2 ** (f64.floor (f64.log2 exact) - 23))
    in f64.abs (f64.f32 found[i] - exact) / ulp
  in f64.maximum (map error (iota n)) <= most
-- ==
-- entry: exponentials_are_close
-- input { 20000i64 2f64 }
-- output { true }
