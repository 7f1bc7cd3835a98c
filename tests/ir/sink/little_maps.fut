-- What a round computes once would be computed at every element, and is more than what its map does.
-- after: fuse_flat
-- count: 1 loops

entry f [n] (k: i64) (t: f32) (xs: [n]f32): [n]f32 =
  (loop (xs, t) = (xs, t) for _i < k do (map (+ t) xs, f32.sin (f32.sqrt (t * t + 1)) * 0.5 - t)).0
