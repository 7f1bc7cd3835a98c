-- So does one that updates it on a side of a branch.
-- after: flatten
-- count: 0 loops
-- count: 2 loop
-- count: 1 seg

entry f [n] (xss: [n][?]i64): [n][?]i64 =
  map (\xs -> loop ys = copy xs for i < length xs do if ys[i] > 0 then ys with [i] = 0 else ys) xss
