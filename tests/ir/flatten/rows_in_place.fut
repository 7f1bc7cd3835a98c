-- A loop that updates a row it owns stays in its kernel, which fills the row first.
-- after: flatten
-- count: 0 loops
-- count: 2 loop
-- count: 1 seg

entry f [n] (xss: [n][?]i64): [n][?]i64 =
  map (\xs -> loop ys = copy xs for i < length xs do ys with [i] = ys[i] + i) xss
