-- A branch of the host on what an operator has counted or folded: the host need not wait for it.
-- after: fuse_flat
-- count: 5 segs
-- count: 0 reads
-- count without mask: 6 reads

entry mean [n] (xs: [n]f32): f32 =
  let kept = filter (> 0) xs in if null kept then 0 else f32.sum kept / f32.i64 (length kept)
entry either [n] (xs: [n]i64): i64 = if any (> 10) xs then i64.sum xs else i64.product xs
entry shares [n] (xs: [n]f64): [n]f64 =
  let kept = filter (> 0) xs
  let t = if null kept then 1 else f64.sum kept in map (/ t) xs
