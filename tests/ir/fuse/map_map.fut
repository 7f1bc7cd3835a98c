-- Two maps are one.
-- after: flatten
-- count: 1 seg
-- count: 0 arrays
-- count: 1 launches
-- count without fuse: 2 seg

entry f (xs: []i64): []i64 = map (+ 1) (map (* 2) xs)
