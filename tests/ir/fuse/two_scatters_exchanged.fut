-- An accumulation that reads an array comes in front of the one that overwrites it.
-- after: fuse
-- count: 2 with_acc

entry f [n] (is: [n]i64) (xs: *[n]i64): ([n]i64, [n]i64) =
  let ys = scatter (replicate n 0) is (map (\i -> xs[i]) is)
  in (ys, scatter xs is (map (const 7) is))
