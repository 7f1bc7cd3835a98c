-- Rounds that are the same for all points stay rounds of the host: each of their maps has its vectors, and waits for nothing.
-- after: fuse_flat
-- count: 2 segs
-- count: 2 loops
-- count: 0 reads

entry f [n] (k: i64) (xs: [n]f32): [n]f32 = loop xs for _i < k do map (\x -> f32.sqrt (x * 0.5 + 1)) xs

entry rows [n] (k: i64) (xss: [n][?]f32): [n][?]f32 =
  map (\xs -> loop xs for _i < k do map (\x -> f32.sqrt (x * 0.5 + 1)) xs) xss
