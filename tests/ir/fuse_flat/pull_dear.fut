-- What is dear to compute is stored.
-- after: fuse_flat
-- count: 2 seg

entry f [n] (xs: [n]f64) (is: []i64): []f64 =
  let ys = map (\x -> f64.sin x + f64.cos x * f64.exp x / f64.log x) xs
  in map (\i -> ys[i]) is
