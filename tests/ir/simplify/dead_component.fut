-- Of a tuple only the component that is used is computed.
-- after: tidy
-- count: 1 screma
-- count: 0 mul.i64

entry f [n] (xs: [n]i64): i64 = i64.sum (map (.0) (map (\x -> (x + 1, x * x)) xs))
