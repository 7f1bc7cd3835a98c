-- What is read besides stays as it was: the elements are written to a copy.
-- after: fuse_flat
-- count: 0 select

entry f (n: i64): ([]i64, []i64) =
  let xs = iota n
  in (copy xs with [0] = 7, xs)
