-- The length of a result is read behind all launches: `counts` has one that stores its second result.
-- after: lower
-- count: 0 reads
-- count: 2 launches

entry counts [n] (xss: [n][?]f64): ([n][?]f64, [n]i64) =
  unzip (map (\xs -> let ys = filter (> 0) xs in (ys, length ys)) xss)
