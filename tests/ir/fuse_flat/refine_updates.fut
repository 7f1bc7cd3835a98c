-- What is kept of flat elements only to update an array is not counted in the nest either.
-- after: fuse_flat
-- count: 0 total

entry f [n] (sizes: [n]i64): [10]i64 =
  let xs = expand (\s -> s) (\s j -> s * j) sizes
  let ys = filter (> 3) (map2 (\x i -> x ^ i) xs (indices xs))
  in reduce_by_index (replicate 10 0) (+) 0 ys (map (const 1) ys)
