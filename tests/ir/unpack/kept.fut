-- A row with an index that is not known is carried whole, and the others beside it are not.
-- after: tidy
-- count: 1 with
-- count: 1 array

entry f [n] [m] (xss: [n][m]i64): [n]i64 =
  map (\xs -> let (c, s) = loop (c, s) = (replicate 4 0, [0, 1]) for x in xs do (c with [x] = c[x] + 1, [s[1], s[0] + x])
              in c[0] + s[0]) xss
