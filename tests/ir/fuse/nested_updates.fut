-- An accumulation over an expansion is the expansion, which updates the accumulator: nothing is stored for every element.
-- after: flatten
-- count: 3 seg
-- count: 0 total
-- count without fuse: 1 total

entry f [n] (sizes: [n]i64): [10]i64 =
  let at = expand (\s -> s) (\s j -> s + j) sizes
  in reduce_by_index (replicate 10 0) (+) 0 at (map (const 1) at)
