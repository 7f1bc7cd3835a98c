-- Two kernels over the same rows share their offsets.
-- after: flatten
-- count: 1 offsets
-- count: 2 seg
-- spaces: 2r 2r

entry f [n] (xss: [n][?]f64): [n][?]f64 = map (\xs -> let m = f64.sum xs in map (/ m) xs) xss
