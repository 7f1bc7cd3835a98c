-- Rounds that read other elements, or reduce, stay rounds.
-- after: fuse_flat
-- count: 2 loops

entry shifted [n] (k: i64) (xs: [n]f32): [n]f32 =
  loop xs for _i < k do map (\i -> xs[i] + xs[n - 1 - i]) (iota n)

entry shared [n] (k: i64) (xs: [n]f32): [n]f32 =
  loop xs for _i < k do let s = f32.sum xs in map (/ s) xs
