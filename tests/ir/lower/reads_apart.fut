-- An element whose position is read is not read with that position.
-- after: lower
-- count: 2 read

entry f [n] (xs: [n]i64) (ys: [10]i64): i64 = ys[i64.max 0 (i64.min 9 (i64.sum xs))]
