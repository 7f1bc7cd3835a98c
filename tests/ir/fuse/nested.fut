-- The sum of squares of every row: one kernel over the elements.
-- after: flatten
-- count: 1 offsets
-- count: 1 red
-- count without fuse: 2 seg

entry f [n] (xss: [n][?]f64): [n]f64 = map (\xs -> f64.sum (map (\x -> x * x) xs)) xss
