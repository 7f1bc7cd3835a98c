-- Sizes whose terms cancel are all equal, though the checks that they pass are not.
-- after: fuse_flat
-- count: 2 segs
-- count: 0 arrays
-- count: 1 closed

entry windows [n] (k: i64) (xs: [n]f64): []f64 =
  map (\i -> f64.sum xs[2 * i:2 * i + k]) (iota (i64.max 0 ((n - k) / 2)))
