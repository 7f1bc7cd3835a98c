-- Two results of a branch are the same array: neither is overwritten.
-- after: fuse
-- count: 1 copy

entry f (c: bool) (n: i64): ([]i64, []i64) =
  let xs = map (+ 1) (iota n)
  let (ys, zs) = if c then (xs, xs) else (xs, map (* 2) xs)
  in (copy ys with [0] = 5, zs)
