-- A slice whose ends move with the index is checked once, by the host, and has one length: a level of all rows, and no rows of sizes.
-- after: fuse_flat
-- count: 3 segs
-- count: 0 offsets
-- count: 0 arrays
-- count: 3 slice_len
-- count without hoist: 3 offsets

entry windows [n] (xs: [n]f32) (w: i64) = map (\i -> f32.sum xs[i:i+w]) (iota (n - w + 1))
entry around [n] (xs: [n]f32) (r: i64) (k: i64) = map (\i -> f32.maximum xs[i - r + 7:i + r + 8]) (iota k)
entry kept [n] (xs: [n]f32) (w: i64) = map (\i -> length (filter (> 0) xs[i:i+w])) (iota (n - w + 1))
