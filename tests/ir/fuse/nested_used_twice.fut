-- A nest that others use, too, is stored.
-- after: fuse
-- count: 1 total

entry f [n] (sizes: [n]i64): ([10]i64, i64) =
  let at = expand (\s -> s) (\s j -> s + j) sizes
  in (reduce_by_index (replicate 10 0) (+) 0 at (map (const 1) at), at[0])
