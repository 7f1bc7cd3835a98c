-- A round combines what it has with a row of its own, or reads its own element.
-- after: fuse_flat
-- count: 2 segs
-- count: 0 active
-- count without sink: 2 active

entry rows [n] [k] [m] (wss: [k][m]f32) (ks: [n]i64) (xss: [n][m]f32): [n]f32 =
  map2 (\l xs -> f32.sum (loop xs for i < i64.min l k do map2 (\x w -> f32.max 0 (x * w + 1)) xs wss[i64.min i (k - 1)])) ks xss

entry own [n] [m] (ks: [n]i64) (xss: [n][m]f32): [n]f32 =
  map2 (\k xs -> f32.sum (loop xs for _i < k do map (\j -> xs[j] * 0.5 + f32.i64 j) (iota m))) ks xss
