-- What is kept of a row only to update an accumulator has no place of its own.
-- after: fuse
-- count: 0 total
-- count: 2 screma
-- count: 1 keep

entry f [n] (xss: [n][?]i64) (ys: [n]i64): [10]i64 =
  let at = [x | (xs, y) <- zip xss ys, x <- map (* y) xs, x > 4]
  in reduce_by_index (replicate 10 0) (+) 0 at (map (const 1) at)
