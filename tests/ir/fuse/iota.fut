-- Indices that a map takes are not stored.
-- after: flatten
-- count: 1 segs
-- count: 0 fills
-- count: 0 arrays

entry f [n] (xs: [n]i64): [n]i64 = map2 (*) xs (iota n)
