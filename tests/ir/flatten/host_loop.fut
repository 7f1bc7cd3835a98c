-- A loop around a map is a loop of the host that reads nothing.
-- after: flatten
-- count: 1 loops
-- count: 1 seg
-- count: 0 reads
-- count: 0 arrays

entry f (k: i64) (xs: []f64): []f64 = loop xs for _i < k do map (* 0.5) xs
