-- What a reduction of a row finds updates accumulators at the end of the row.
-- after: fuse_flat
-- count: 2 seg
-- spaces: 1 2r

entry f [n] (xss: [n][?]i64): [10]i64 =
  let at = map i64.sum xss
  in reduce_by_index (replicate 10 0) (+) 0 at (map (const 1) at)
