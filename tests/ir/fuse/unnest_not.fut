-- Elements that know their rows or where they are in them, rows that others use too, and rows that are no maps.
-- after: fuse
-- count: 4 screma
-- count: 2 reshape

entry used_twice [n] (xss: [n][?]i64): ([n][?]i64, []i64) =
  let yss = map (map (+ 1)) xss
  in (yss, flatten yss)

entry sums [n] (xss: [n][?]i64): []i64 = flatten (map (scan (+) 0) xss)
