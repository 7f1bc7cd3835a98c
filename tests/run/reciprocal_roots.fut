-- `rsqrt` is 1 / sqrt, to 2 units in the last place: lanes of vectors and GPUs refine an estimate.

entry singles [n] (xs: [n]f32) : [n]f32 = map f32.rsqrt xs
-- ==
-- entry: singles
-- input { [4f32, 0.25f32, 1f32, 100f32, 0f32, -0f32, f32.inf, 1e-40f32, 1.5e-45f32, 3e38f32, 1e-38f32, 16f32, 64f32, 9f32, 2.25f32, 1e4f32, 1e6f32, 0.01f32] }
-- output { [0.5f32, 2f32, 1f32, 0.1f32, f32.inf, -f32.inf, 0f32, 1.0000027e20f32, 2.6713738e22f32, 5.7735027e-20f32, 1e19f32, 0.25f32, 0.125f32, 0.33333334f32, 0.6666667f32, 0.01f32, 0.001f32, 10f32] }
-- input { empty([0]f32) } output { empty([0]f32) }

entry doubles [n] (xs: [n]f64) : [n]f64 = map f64.rsqrt xs
-- ==
-- entry: doubles
-- input { [4f64, 0.25f64, 0f64, -0f64, f64.inf, 1e-310f64, 5e-324f64, 1.6e307f64, 16f64, 1e-300f64, 100f64] }
-- output { [0.5f64, 2f64, f64.inf, -f64.inf, 0f64, 1.0000000000000014e155f64, 4.498913794543196e161f64, 2.5e-154f64, 0.25f64, 1e150f64, 0.1f64] }

entry halves [n] (xs: [n]f16) : [n]f16 = map f16.rsqrt xs
-- ==
-- entry: halves
-- input { [4f16, 0.25f16, 0f16, f16.inf, 100f16] } output { [0.5f16, 2f16, f16.inf, 0f16, 0.1f16] }

entry none (xs: []f32) : bool = all (\x -> f32.isnan (f32.rsqrt x)) xs
-- ==
-- entry: none
-- input { [-1f32, -1e-40f32, -f32.inf, f32.nan, -3f32, -4f32, -5f32, -6f32, -7f32, -8f32, -9f32, -10f32, -11f32, -12f32, -13f32, -14f32, -15f32] }
-- output { true }

-- Numbers of all sizes: mantissas that differ, exponents from the least to the greatest.
def f32_of (i: i64) : f32 = f32.from_bits (u32.i64 (1 + (i * 2654435761) % 2139095038))
def f64_of (i: i64) : f64 =
  f64.from_bits (1 + (u64.i64 i * 0x9E3779B97F4A7C15) % 9218868437227405310)

def apart (a: i64) (b: i64) : i64 = i64.abs (a - b)

entry near (n: i64) : (bool, bool) =
  let f32_apart x =
    apart (i64.u32 (f32.to_bits (f32.rsqrt x))) (i64.u32 (f32.to_bits (1 / f32.sqrt x)))
  let f64_apart x =
    apart (i64.u64 (f64.to_bits (f64.rsqrt x))) (i64.u64 (f64.to_bits (1 / f64.sqrt x)))
  in
    (all (\i -> f32_apart (f32_of i) <= 2) (iota n), all (\i -> f64_apart (f64_of i) <= 2) (iota n))
-- ==
-- entry: near
-- input { 10000i64 } output { true true }

entry near_stored [n] (xs: [n]f32) (ys: [n]f64) : (bool, bool) =
  let far_32 = map2 (\x y -> f32.abs (x * f32.sqrt y - 1) > 1e-6) (map f32.rsqrt xs) xs
  let far_64 = map2 (\x y -> f64.abs (x * f64.sqrt y - 1) > 1e-14) (map f64.rsqrt ys) ys
  in (or far_32, or far_64)

entry numbers (n: i64) : ([n]f32, [n]f64) = (map f32_of (iota n), map f64_of (iota n))
-- ==
-- entry: near_stored
-- script input { numbers 1003i64 } output { false false }

-- Rows that are kept and counted by the same numbers.
entry kept (n: i64) : bool =
  let xs = map (\i -> 1 + f32.i64 i / 977) (iota n)
  let ys = filter (\x -> f32.rsqrt x * f32.sqrt x < 1) xs
  in all (\x -> x >= 1) ys
-- ==
-- entry: kept
-- input { 5000i64 } output { true }
