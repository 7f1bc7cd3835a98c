-- Expansions of expansions are one nest, which updates the accumulator at its innermost level.
-- after: tidy
-- count: 0 total
-- count: 0 reshape
-- count: 3 screma
-- count without fuse: 2 total

entry f [n] (sizes: [n]i64): [10]i64 =
  let at = [x + y + z | x <- sizes, y <- iota x, z <- iota y]
  in reduce_by_index (replicate 10 0) (+) 0 at (map (const 1) at)
