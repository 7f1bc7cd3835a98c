-- A map disappears in the reduction of its results.
-- after: tidy
-- count: 1 screma
-- count: 1 red
-- count without fuse: 2 screma

entry f (xs: []i64): i64 = i64.sum (map (* 2) xs)
