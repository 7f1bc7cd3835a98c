-- Functions of floats take longer than reading what they give: what may be read more often than it is made is stored.
-- after: fuse_flat
-- count: 2 segs
-- count: 2 fills
entry read_by_index (n: i64) (m: i64): f64 =
  let t = map (\i -> f64.sin (f64.i64 i)) (iota n)
  in f64.sum (map (\i -> t[(i * 7919) & (n - 1)]) (iota m))

entry powers_by_index (n: i64) (m: i64): f64 =
  let t = map (\i -> 0.99 ** f64.i64 i) (iota n)
  in f64.sum (map (\i -> t[(i * 7919) & (n - 1)]) (iota m))
