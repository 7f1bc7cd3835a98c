-- Numbers that operators leave on the device decide which branch of the host is taken, and how many elements there are.
entry spread [n] (xs: [n]f32): f32 =
  let kept = filter (> 0) xs
  let k = length kept
  in if k < 2 then 0 else
     let m = f32.sum kept / f32.i64 k
     in f32.sum (map (\x -> (x - m) * (x - m)) kept) / f32.i64 (k - 1)
entry sum_if_large [n] (xs: [n]i64): i64 =
  if any (> 10) xs then i64.sum xs else i64.product xs
entry halved [n] (xs: [n]i64): [n]i64 =
  if i64.maximum xs > 10 then map (/ 2) xs else xs
entry others [n] (xs: [n]i64): []i64 =
  if i64.maximum xs > 10 then map (/ 2) xs else filter (> 5) xs
entry first [n] (xs: [n]i64): i64 =
  let ys = filter (> 3) xs in if null ys then -1 else ys[0]
entry normalised [n] (xs: [n]f64): [n]f64 =
  let t = f64.sum xs in if t == 0 then xs else map (/ t) xs
entry normal2 [n] (xs: [n]f64): [n]f64 =
  let kept = filter (> 0) xs
  let t = if null kept then 1 else f64.sum kept / f64.i64 (length kept) in map (/ t) xs
entry pair [n] (xs: [n](i32, f32)): (i32, f32) =
  let kept = filter (\(a, _) -> a > 0) xs
  in if length kept > 0 then let (a, b) = unzip kept in (i32.sum a, f32.maximum b) else (0, 0)
entry looping [n] (xs: [n]f64) (k: i64): f64 =
  loop acc = 0 for i < k do
    let kept = filter (> f64.i64 i) xs in acc + (if null kept then 0 else f64.sum kept / f64.i64 (length kept))
-- ==
-- entry: spread
-- input { [1f32, -3f32, 3f32, 5f32] }
-- output { 4f32 }
-- input { [1f32, -3f32] }
-- output { 0f32 }
-- input { empty([0]f32) }
-- output { 0f32 }

-- ==
-- entry: sum_if_large
-- input { [1i64, 2i64, 11i64] }
-- output { 14i64 }
-- input { [4i64, 2i64, 10i64] }
-- output { 80i64 }
-- input { empty([0]i64) }
-- output { 1i64 }

-- ==
-- entry: halved
-- input { [1i64, 2i64, 11i64] }
-- output { [0i64, 1i64, 5i64] }
-- input { [4i64, 2i64] }
-- output { [4i64, 2i64] }

-- ==
-- entry: others
-- input { [1i64, 2i64, 11i64] }
-- output { [0i64, 1i64, 5i64] }
-- input { [4i64, 6i64, 2i64] }
-- output { [6i64] }
-- input { empty([0]i64) }
-- output { empty([0]i64) }

-- ==
-- entry: first
-- input { [1i64, 7i64, 11i64] }
-- output { 7i64 }
-- input { [1i64] }
-- output { -1i64 }

-- ==
-- entry: normalised
-- input { [1f64, 3f64] }
-- output { [0.25f64, 0.75f64] }
-- input { [1f64, -1f64] }
-- output { [1f64, -1f64] }

-- ==
-- entry: normal2
-- input { [1f64, 3f64, -2f64] }
-- output { [0.5f64, 1.5f64, -1f64] }
-- input { [-1f64] }
-- output { [-1f64] }

-- ==
-- entry: pair
-- input { [1i32, -3i32, 5i32] [2f32, 8f32, 4f32] }
-- output { 6i32 4f32 }
-- input { [-1i32] [2f32] }
-- output { 0i32 0f32 }

-- ==
-- entry: looping
-- input { [1f64, 3f64] 2i64 }
-- output { 5f64 }
-- input { [-1f64] 2i64 }
-- output { 0f64 }
