-- What nobody uses is not computed.
-- after: neutral
-- count: 1 screma
-- count without simplify fuse tidy: 2 screma

entry f [n] (xs: [n]i64): i64 = let ys = map (* 2) xs in length ys + i64.sum xs
