-- What is kept of rows that are flattened is kept as one row: nobody counts the rows.
-- after: fuse_flat
-- count: 1 seg
-- count: 0 total
-- count: 0 arrays
-- count without fuse_flat: 1 total

entry f [n] (xss: [n][?]i64) (ys: [n]i64): []i64 = flatten (map2 (\xs y -> filter (> y) xs) xss ys)
