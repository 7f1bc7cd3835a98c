-- Rounds of a map over each row, of which some stop sooner than others: every element goes its own way, in one kernel.
-- after: fuse_flat
-- count: 1 segs
-- count: 1 launches
-- count: 0 reads
-- count: 0 arrays
-- count: 0 active
-- count without sink: 1 active

entry rounds [n] (ks: [n]i64) (xss: [n][?]f32): [n]f32 =
  map2 (\k xs -> f32.sum (loop xs for _i < k do map (\x -> x * 0.5 + 1) xs)) ks xss
