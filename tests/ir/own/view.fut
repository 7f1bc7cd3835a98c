-- An array is copied if a view of it is used after the update.
-- after: fuse
-- count: 1 copy

entry f (n: i64): ([]i64, []i64) =
  let xs = map (+ 1) (iota n)
  let last = xs[n / 2:]
  in (copy xs with [0] = 5, last)
