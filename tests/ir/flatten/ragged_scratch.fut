-- A row of the point's own size lies in one array over all points.
-- after: flatten
-- count: 0 loops
-- count: 1 arrays
-- count: 1 seg

entry f [n] (xss: [n][?]i64): [n]i64 =
  map (\xs ->
         let ys = loop ys = copy xs for i < length xs do ys with [i] = xs[length xs - 1 - i] * i
         in loop s = 0 for i < length xs do (s + ys[i]) % 1000)
      xss
