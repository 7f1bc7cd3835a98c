-- A condition that is the same at every point is left to the host.
-- after: flatten
-- count: 1 if
-- count: 1 segs
-- count: 1 fills

entry f [n] (c: bool) (xss: [n][?]i64): [n]i64 = map (\xs -> if c then i64.sum xs else 0) xss
