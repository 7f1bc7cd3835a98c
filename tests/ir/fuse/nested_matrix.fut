-- Rows of one size are a nest, too; their elements may be rows themselves.
-- after: fuse
-- count: 0 reshape
-- count: 3 screma

entry f [n] [m] [d] (xsss: [n][m][d]i64): [10][d]i64 =
  let rows = flatten (map (map (map (+ 1))) xsss)
  in reduce_by_index (replicate 10 (replicate d 0)) (map2 (+)) (replicate d 0) (map (const 3) rows) rows
