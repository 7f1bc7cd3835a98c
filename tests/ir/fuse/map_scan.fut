-- A map disappears in a scan.
-- after: tidy
-- count: 1 screma
-- count: 1 scan
-- count without fuse: 2 screma

entry f (xs: []i64): []i64 = scan (+) 0 (map (* 2) xs)
