-- Two operators over the same array read it once.
-- after: flatten
-- count: 1 seg

entry f (xs: []f64): (f64, f64, []f64) = (f64.sum xs, f64.maximum xs, map (+ 1) xs)
