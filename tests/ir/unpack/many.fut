-- Rows of more elements stay rows.
-- after: unpack
-- count: 2 screma

entry f [n] (xs: [n][17]f64): [17]f64 = reduce (map2 (+)) (replicate 17 0) xs
