-- What comes between producer and consumer and leads from one to the other stays between them.
-- after: flatten
-- count: 2 seg

entry f (xs: []f64): []f64 = let ys = map (* 2) xs in let s = f64.sum ys in map (/ s) ys
