-- What is kept only to be counted is not stored, and nobody counts how much it is.
-- after: flatten
-- count: 1 segs
-- count: 0 arrays
-- count: 0 reads

entry f (xs: []i64): [10]i64 =
  let ys = filter (> 0) xs
  in reduce_by_index (replicate 10 0) (+) 0 ys (map (\_ -> 1) ys)
