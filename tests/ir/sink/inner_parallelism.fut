-- Elements that are computed by reductions stay a nest inside of rounds: a loop at each element would hide the sums.
-- after: fuse_flat
-- count: 1 loops

entry f [n] [m] (k: i64) (ws: [m]f32) (xs: [n]f32): [n]f32 =
  loop xs for _i < k do map (\x -> f32.sum (map (\w -> f32.cos (x * w)) ws)) xs
