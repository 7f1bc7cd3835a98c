-- What is done with the sum of a row stands at the end of the row.
-- after: fuse_flat
-- count: 1 seg
-- count: 1 end
-- count: 0 arrays
-- count without fuse_flat: 2 seg

entry f [n] [m] (xss: [n][m]f64): [n]f64 = map (\xs -> f64.sqrt (f64.sum xs)) xss
