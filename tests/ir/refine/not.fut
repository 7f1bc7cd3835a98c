-- Flat elements that somebody reads elsewhere are flattened.
-- after: fuse_flat
-- count: 1 total

entry f [n] (sizes: [n]i64) (at: i64): ([]i64, i64) =
  let xs = expand (\s -> s) (\s j -> s * j) sizes
  in (filter (> 3) (map2 (\x i -> x ^ i) xs (indices xs)), xs[at])
