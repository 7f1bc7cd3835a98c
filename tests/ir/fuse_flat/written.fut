-- Elements that are written over a fill are part of it; the bounds are checked on the host, of an empty array too.
-- after: fuse_flat
-- count: 1 seg
-- count: 0 rows
-- count: 1 select
-- count: 1 ne.i64
-- count: 3 checks
-- count without fuse_flat: 2 seg

entry f (n: i64) (k: i64): []bool =
  let fresh = replicate n true
  let fresh[0] = false
  let fresh[k] = false
  in fresh
