-- Rows taken out of arrays, copied, written out or replicated, of sizes of their own: two kernels for the sizes, one for the elements.
-- after: fuse_flat
-- count: 2 segs
-- count: 0 keep
-- count without mask: 19 segs

entry f [n] (is: [n]i64) (xss: [n][?]i64) =
  map2 (\i xs -> match i case 0 -> copy xs case 1 -> [i, i + 1] case 2 -> replicate (i + 3) i case _ -> xss[i % n]) is xss
