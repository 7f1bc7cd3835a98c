-- What is kept and updates an array besides does so where it is kept.
-- after: fuse_flat
-- count: 1 with_acc
-- count: 2 seg
-- count: 0 arrays

entry f [n] (xs: [n]i64): ([10]i64, []i64) =
  let ys = filter (> 0) xs
  in (reduce_by_index (replicate 10 0) (+) 0 ys (indices ys), ys)
