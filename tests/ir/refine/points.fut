-- What follows a flattened nest element by element, with the position of each, is done in the nest.
-- after: fuse_flat
-- spaces: 1 2r
-- count: 0 total
-- count without refine: 1 total

entry f [n] (sizes: [n]i64): []i64 =
  let xs = expand (\s -> s) (\s j -> s * j) sizes
  in filter (> 3) (map2 (\x i -> x ^ i) xs (indices xs))
