-- Expansions of expansions are one nest of three levels, also where a failure names a position in between.
-- after: fuse_flat
-- spaces: 1 1 2r 3r
-- count: 0 total

entry f [n] (sizes: [n]i64): [10]i64 =
  let xs = expand (\s -> s) (\s j -> s * j) sizes
  let at = expand (\x -> x) (\x j -> x + j) xs
  in reduce_by_index (replicate 10 0) (+) 0 at (map (const 1) at)
