-- Elements that do not know their rows are mapped as they lie, before rows are flattened: what comes behind is joined with them.
-- after: fuse_flat
-- count: 6 segs
-- count: 0 arrays
-- count: 0 reads
-- count without fuse: 13 segs

entry mapped [n] (xss: [n][?]i64): i64 = i64.maximum (flatten (map (map (+ 1)) xss))
entry matrix [n] [m] (xss: [n][m]i64): i64 = i64.sum [ x * x | xs <- xss, x <- xs ]
entry kept [n] (xss: [n][?]i64): i64 = i64.sum [ x * x | xs <- xss, x <- xs, x > 3 ]
entry two [n] (xss: [n][?]i64): (i64, i64) =
  let (ys, zs) = unzip (flatten (map (map (\x -> (x + 1, x * 2))) xss))
  in (i64.sum ys, i64.maximum zs)
entry scanned [n] (xss: [n][?]i64): []i64 = scan (+) 0 (flatten (map (map (* 2)) xss))
entry filtered [n] (xss: [n][?]i64): []i64 = filter (> 3) (flatten (map (map (* 2)) xss))
