-- A few simple operations are done again wherever what they give is read.
-- after: fuse_flat
-- count: 1 segs
-- count: 0 fills
entry read_by_index (n: i64) (m: i64): i64 =
  let t = map (\i -> i * 3 + 1) (iota n)
  in i64.sum (map (\i -> t[(i * 7919) & (n - 1)]) (iota m))
