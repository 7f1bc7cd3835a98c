-- Two kernels over one space are one, whatever stands between them.
-- after: fuse_flat
-- count: 1 seg
-- count without fuse: 1 seg
-- count without fuse fuse_flat: 2 seg

entry f [n] [m] (xss: [n][m]i64) (yss: [n][m]i64): ([n][m]i64, [n][m]i64) =
  let ass = map (map (* 3)) xss
  in (ass, map2 (map2 (\a y -> a * y - 1)) ass yss)
