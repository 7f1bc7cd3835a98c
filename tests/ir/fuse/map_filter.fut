-- A map disappears in a filter of its results.
-- after: tidy
-- count: 1 screma
-- count: 1 keep
-- count without fuse: 2 screma

entry f (xs: []i64): []i64 = filter (> 0) (map (* 3) xs)
