-- Numbers that loops of the host carry and that come from reductions: on a device they stay there, whatever computes them.
entry sums [m] (n: i64) (xs: [m]f32): (f32, [m]f32) =
  loop (s, xs) = (0, xs) for _i < n do
    let t = f32.sum xs
    in (s + t, map (\x -> x / (1 + f32.abs t)) xs)

entry power [m] (n: i64) (a: [m][m]f64) (v: [m]f64): (f64, [m]f64) =
  loop (l, v) = (1.5, v) for _i < n do
    let w = map (\r -> f64.sum (map2 (*) r v)) a
    let norm = f64.sqrt (f64.sum (map (\x -> x * x) w))
    in (norm, map (/ norm) w)

entry carried_max [m] (n: i64) (xs: [m]i64): (i64, [m]i64) =
  loop (best, xs) = (i64.lowest, xs) for i < n do
    let t = i64.maximum xs
    in (i64.max best t, map (\x -> (x * 7 + i + best % 13) % 101) xs)

entry used_only [m] (n: i64) (xs: [m]i64): [m]i64 =
  let (_, ys) = loop (s, xs) = (3, xs) for _i < n do
    (s * 3 + i64.sum xs, map (+ s) xs)
  in ys

entry branch [m] (n: i64) (xs: [m]i64): (i64, [m]i64) =
  loop (s, xs) = (3, xs) for i < n do
    let t = i64.sum xs
    let s' = if i % 2 == 0 then s + t else s
    in (s', map (+ s') xs)

entry nested [m] (n: i64) (xs: [m]i64): (i64, [m]i64) =
  loop (s, xs) = (3, xs) for i < n do
    loop (s, xs) for _j < i do
      (s + i64.sum xs, map (\x -> (x + s) % 1001) xs)

entry until [m] (xs: [m]f64): (i64, f64, [m]f64) =
  let (k, s, xs, _) = loop (k, s, xs, d) = (0, 0, xs, 1.0) while d > 1e-3 do
    let t = f64.sum xs
    let ys = map (/ 2) xs
    let d = f64.maximum (map f64.abs ys)
    in (k + 1, s + t, ys, d)
  in (k, s, xs)

entry fails [m] [k] (n: i64) (is: [k]i64) (xs: [m]i64): (i64, [m]i64) =
  loop (s, xs) = (0, xs) for i < n do
    let t = i64.sum (map (\j -> xs[j + i]) is)
    in (s + t, map (+ t) xs)

entry swap [m] (n: i64) (xs: [m]i64): (i64, i64, [m]i64) =
  loop (a, b, xs) = (1, 2, xs) for _i < n do
    let t = i64.sum xs
    in (b, a + t, map (\x -> (x + a - b) % 77) xs)

entry many [m] (n: i64) (xs: [m]f64): (f64, [m]f64) =
  loop (s, xs) = (1, xs) for _i < n do
    let t = f64.sum xs
    let a = s * t + s - t
    let b = a * a + s * a - t * a
    let c = b * a + a * b - b * b
    let d = f64.sqrt (f64.abs (c * b + a))
    in (d / (d + 1), map (\x -> x / (1 + d)) xs)

entry last_host [m] (n: i64) (xs: [m]i64): i64 =
  loop s = i64.sum xs for i < n do i * 3

entry counted [m] (n: i64) (xs: [m]i64): (i64, [m]i64) =
  loop (c, xs) = (0, xs) for i < n do
    (c + length (filter (> i) xs), map (\x -> (x * 5 + c) % 17) xs)

-- The host takes a size from the number: it reads it.
entry sized [m] (n: i64) (xs: [m]i64): ([]i64, i64) =
  loop (ys, s) = ([], 1) for _i < n do (ys ++ map (+ s) (iota (s % 4)), s + i64.sum xs)

-- Two kernels give what is carried; the second ends with it.
entry two [m] (n: i64) (xs: [m]f64): (f64, [m]f64) =
  loop (s, xs) = (2.5, xs) for _i < n do
    let low = f64.minimum xs
    let ys = map (\x -> x - low + 1) xs
    let high = f64.maximum ys
    in ((high - low) / s, map (/ high) ys)

-- ==
-- entry: carried_max
-- input { 0i64 [1i64, 5i64, 2i64] }
-- output { -9223372036854775808i64 [1i64, 5i64, 2i64] }
-- input { 1i64 [1i64, 5i64, 2i64] }
-- output { 5i64 [12i64, 40i64, 19i64] }
-- input { 5i64 [1i64, 5i64, 2i64] }
-- output { 90i64 [30i64, 93i64, 71i64] }

-- ==
-- entry: used_only
-- input { 0i64 [1i64, 5i64, 2i64] }
-- output { [1i64, 5i64, 2i64] }
-- input { 1i64 [1i64, 5i64, 2i64] }
-- output { [4i64, 8i64, 5i64] }
-- input { 5i64 [1i64, 5i64, 2i64] }
-- output { [1449i64, 1453i64, 1450i64] }
-- input { 3i64 empty([0]i64) }
-- output { empty([0]i64) }

-- ==
-- entry: branch
-- input { 0i64 [1i64, 5i64, 2i64] }
-- output { 3i64 [1i64, 5i64, 2i64] }
-- input { 1i64 [1i64, 5i64, 2i64] }
-- output { 11i64 [12i64, 16i64, 13i64] }
-- input { 5i64 [1i64, 5i64, 2i64] }
-- output { 669i64 [862i64, 866i64, 863i64] }
-- input { 3i64 empty([0]i64) }
-- output { 3i64 empty([0]i64) }

-- ==
-- entry: nested
-- input { 0i64 [1i64, 5i64, 2i64] }
-- output { 3i64 [1i64, 5i64, 2i64] }
-- input { 1i64 [1i64, 5i64, 2i64] }
-- output { 3i64 [1i64, 5i64, 2i64] }
-- input { 5i64 [1i64, 5i64, 2i64] }
-- output { 10178i64 [903i64, 907i64, 904i64] }

-- ==
-- entry: swap
-- input { 0i64 [1i64, 5i64, 2i64] }
-- output { 1i64 2i64 [1i64, 5i64, 2i64] }
-- input { 1i64 [1i64, 5i64, 2i64] }
-- output { 2i64 9i64 [0i64, 4i64, 1i64] }
-- input { 5i64 [1i64, 5i64, 2i64] }
-- output { 228i64 256i64 [5i64, 9i64, 6i64] }

-- ==
-- entry: last_host
-- input { 0i64 [1i64, 5i64, 2i64] }
-- output { 8i64 }
-- input { 1i64 [1i64, 5i64, 2i64] }
-- output { 0i64 }
-- input { 5i64 [1i64, 5i64, 2i64] }
-- output { 12i64 }

-- ==
-- entry: counted
-- input { 0i64 [1i64, 5i64, 2i64] }
-- output { 0i64 [1i64, 5i64, 2i64] }
-- input { 1i64 [1i64, 5i64, 2i64] }
-- output { 3i64 [5i64, 8i64, 10i64] }
-- input { 5i64 [1i64, 5i64, 2i64] }
-- output { 12i64 [11i64, 16i64, 8i64] }

-- ==
-- entry: sized
-- input { 0i64 [1i64, 5i64, 2i64] }
-- output { empty([0]i64) 1i64 }
-- input { 1i64 [1i64, 5i64, 2i64] }
-- output { [1i64] 9i64 }
-- input { 5i64 [1i64, 5i64, 2i64] }
-- output { [1i64, 9i64, 17i64, 25i64, 33i64] 41i64 }

-- ==
-- entry: sums
-- input { 0i64 [1.5f32, -2f32, 3.25f32] }
-- output { 0.0f32 [1.5f32, -2.0f32, 3.25f32] }
-- input { 1i64 [1.5f32, -2f32, 3.25f32] }
-- output { 2.75f32 [0.4f32, -0.53333336f32, 0.8666667f32] }
-- input { 5i64 [1.5f32, -2f32, 3.25f32] }
-- output { 4.432874f32 [0.101694934f32, -0.13559324f32, 0.220339f32] }
-- input { 3i64 empty([0]f32) }
-- output { 0.0f32 empty([0]f32) }

-- ==
-- entry: power
-- input { 0i64 [[1f64, 2f64], [3f64, 4f64]] [1f64, 1f64] }
-- output { 1.5f64 [1.0f64, 1.0f64] }
-- input { 1i64 [[1f64, 2f64], [3f64, 4f64]] [1f64, 1f64] }
-- output { 7.615773105863909f64 [0.39391929857916763f64, 0.9191450300180578f64] }
-- input { 5i64 [[1f64, 2f64], [3f64, 4f64]] [1f64, 1f64] }
-- output { 5.372289385255664f64 [0.41597304986845157f64, 0.9093769415281755f64] }

-- ==
-- entry: until
-- input { [1f64, 3f64, 8f64] }
-- output { 13i64 23.9970703125f64 [0.0001220703125f64, 0.0003662109375f64, 0.0009765625f64] }
-- input { empty([0]f64) }
-- output { 1i64 0.0f64 empty([0]f64) }

-- ==
-- entry: fails
-- input { 0i64 [0i64, 1i64] [5i64, 6i64, 7i64] }
-- output { 0i64 [5i64, 6i64, 7i64] }
-- input { 1i64 [0i64, 1i64] [5i64, 6i64, 7i64] }
-- output { 11i64 [16i64, 17i64, 18i64] }
-- input { 2i64 [0i64, 1i64] [5i64, 6i64, 7i64] }
-- output { 46i64 [51i64, 52i64, 53i64] }
-- input { 3i64 [0i64, 1i64] [5i64, 6i64, 7i64] }
-- error: Index \[3\] out of bounds for array of shape \[3\]
-- input { 5i64 [0i64, 1i64] [5i64, 6i64, 7i64] }
-- error: Index \[3\] out of bounds for array of shape \[3\]

-- ==
-- entry: many
-- input { 0i64 [0.5f64, 2f64, 3f64] }
-- output { 1.0f64 [0.5f64, 2.0f64, 3.0f64] }
-- input { 1i64 [0.5f64, 2f64, 3f64] }
-- output { 0.8921125387121245f64 [0.053943730643937766f64, 0.21577492257575107f64, 0.3236623838636266f64] }
-- input { 5i64 [0.5f64, 2f64, 3f64] }
-- output { 0.35834407232605753f64 [0.005905059329259725f64, 0.0236202373170389f64, 0.03543035597555835f64] }

-- ==
-- entry: two
-- input { 0i64 [0.5f64, 2f64, 3f64] }
-- output { 2.5f64 [0.5f64, 2.0f64, 3.0f64] }
-- input { 1i64 [0.5f64, 2f64, 3f64] }
-- output { 1.2f64 [0.2857142857142857f64, 0.7142857142857143f64, 1.0f64] }
-- input { 5i64 [0.5f64, 2f64, 3f64] }
-- output { 0.5409090909090908f64 [0.8148148148148148f64, 0.9259259259259258f64, 1.0f64] }
