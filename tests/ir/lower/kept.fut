-- How many elements are kept is not read before the result is.
-- after: fuse_flat
-- count: 1 segs
-- count: 0 reads

entry f [n] (xss: [n][?]i64): [n][?]i64 = map (filter (> 0)) xss
