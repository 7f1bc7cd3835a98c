-- A constant array is not stored.
-- after: flatten
-- count: 1 seg
-- count: 0 fills

entry f [n] (xs: [n]i64) (y: i64): [n]i64 = map2 (+) xs (replicate n y)
