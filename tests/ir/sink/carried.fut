-- Carried scalars and conditions are repeated at the elements.
-- after: fuse_flat
-- count: 2 segs
-- count: 0 active
-- count: 0 reads
-- count without sink: 2 active

entry f [n] (ks: [n]i64) (xss: [n][?]f32): [n]f32 =
  map2 (\k xs -> f32.sum (loop (xs, t) = (xs, 1) for i < k do (map (\x -> x * t + f32.sqrt x * f32.i64 i) xs, t * 0.5)).0) ks xss

entry g [n] (ks: [n]i64) (xss: [n][?]f32): [n]f32 =
  map2 (\k xs -> f32.sum (loop (xs, i) = (xs, 0) while i < k do (map (\x -> f32.sqrt x * 0.5 + x * x - 1) xs, i + 1)).0) ks xss
