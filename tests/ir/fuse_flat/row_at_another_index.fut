-- Code of rows is evaluated at the elements of its own row only. Elements that read the rows of others read what is stored.
-- after: fuse_flat
-- count: 3 segs

entry others [n] [m] (xs: [n]f64) (is: [m]i64): [n][m]f64 =
  let ys = map (\x -> (f64.abs x + 1) * (x * x + 2) - x) xs
  in map (\a -> map (\i -> let b = ys[i]
                           let c = (a + b * 2) * (a - b * 3) + (a * 5 - b) * (b * 7 + a)
                           let d = (c + a * 2) * (c - b * 3) + (c * 5 - b) * (b * 7 + c)
                           let e = (d + c * 2) * (c - d * 3) + (d * 5 - b) * (b * 7 + d)
                           in f64.sqrt (e * e + d * d + c * c) + f64.exp e) is) xs

entry own [n] [m] (xs: [n]f64) (is: [m]i64): [n][m]f64 =
  let ys = map (\x -> (f64.abs x + 1) * (x * x + 2) - x) xs
  in map2 (\a b -> map (\i -> let c = (a + b * 2) * (a - b * 3) + (a * 5 - b) * (b * 7 + a)
                              let d = (c + a * 2) * (c - b * 3) + (c * 5 - b) * (b * 7 + c)
                              let e = (d + c * 2) * (c - d * 3) + (d * 5 - b) * (b * 7 + d)
                              in f64.sqrt (e * e + d * d + c * c) + f64.exp e + f64.i64 i) is) xs ys
