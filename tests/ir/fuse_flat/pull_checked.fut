-- Code that can fail is evaluated once for every element, not where it is read.
-- after: fuse_flat
-- count: 2 seg
-- count: 2 checks

entry f [n] (xs: [n]i64) (is: []i64): []i64 =
  let ys = map (\x -> 10 / x) xs
  in map (\i -> ys[i]) is
