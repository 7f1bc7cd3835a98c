-- What a round computes once would be computed at every element, and is more than what its map does. Rounds that only exchange rows have no maps.
-- after: sink
-- count: 2 loop

entry f [n] [m] (ks: [n]i64) (t: f32) (xss: [n][m]f32): [n][m]f32 =
  map2 (\k xs -> (loop (xs, t) = (xs, t) for _i < k do (map (+ t) xs, f32.sin (f32.sqrt (t * t + 1)) * 0.5 - t)).0) ks xss

entry exchanged [n] [m] (ks: [n]i64) (xss: [n][m]f32) (yss: [n][m]f32): [n][m]f32 =
  map3 (\k xs ys -> (loop (xs: [m]f32, ys: [m]f32) = (xs, ys) for _i < k do (ys, xs)).0) ks xss yss
