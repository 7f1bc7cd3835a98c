-- Rounds that read other elements, reduce, or have no maps stay rounds.
-- after: fuse_flat
-- count: 3 active

entry shifted [n] [m] (ks: [n]i64) (xss: [n][m]f32): [n][m]f32 =
  map2 (\k xs -> loop xs for _i < k do map (\i -> xs[i] + xs[m - 1 - i]) (iota m)) ks xss

entry shared [n] [m] (ks: [n]i64) (xss: [n][m]f32): [n][m]f32 =
  map2 (\k xs -> loop xs for _i < k do let s = f32.sum xs in map (/ s) xs) ks xss

entry computed [n] [m] (ks: [n]i64) (ws: [m]f32) (xss: [n][m]f32): [n][m]f32 =
  map2 (\k xs -> loop xs for _i < k do map (\t -> t[0] * 0.5 + t[m / 2]) (map (\x -> scan (+) 0 (map (* x) ws)) xs)) ks xss
