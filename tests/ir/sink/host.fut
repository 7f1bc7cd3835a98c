-- A loop of the host becomes one kernel, and rounds need no memory between them. Carried scalars are repeated at the elements.
-- after: fuse_flat
-- count: 1 segs
-- count: 0 loops
-- count: 1 launches
-- count: 0 arrays
-- count without sink: 1 loops

entry f [n] (k: i64) (xs: [n]f32) (ys: [n]f32): [n]f32 =
  (loop (zs, t) = (xs, 1) for i < k do (map2 (\z y -> f32.sqrt (z * t + y * f32.i64 i)) zs ys, t * 0.5)).0
