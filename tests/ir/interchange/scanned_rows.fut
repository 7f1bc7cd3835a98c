-- So is a scan of rows.
-- after: flatten
-- count: 2 seg
-- count: 0 loops

entry f [n] [m] (xss: [n][m]i64): [n][m]i64 = scan (map2 (+)) (replicate m 0) xss
