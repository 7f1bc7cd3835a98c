-- Trivial code is evaluated where its results are read, at any index.
-- after: fuse_flat
-- count: 1 seg
-- count: 0 arrays
-- count without fuse_flat: 2 seg

entry f [n] (xs: [n]i64) (is: []i64): []i64 =
  let ys = map (+ 7) xs
  in map (\i -> ys[i]) is
