-- A loop in a map with as many rounds for every row is a loop of the host.
-- after: flatten
-- count: 1 loops
-- count: 0 active
-- count: 0 ragged
-- count: 0 reads

entry f [n] [m] (k: i64) (xss: [n][m]f64): [n][m]f64 =
  map (\xs -> loop xs for _i < k do map (\j -> xs[m - 1 - j]) (iota m)) xss
