-- A producer is not moved behind the update of the array it reads.
-- after: fuse
-- count: 3 screma

entry f [n] (xs: *[n]i64): ([n]i64, [n]i64) =
  let ys = map (* 2) xs
  let zs = scatter xs (iota n) (map (+ 1) (iota n))
  in (zs, map2 (+) ys zs)
