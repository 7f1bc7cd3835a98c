-- A side with a loop around operators is left to partition.
-- after: mask
-- count: 3 screma
-- count: 1 if
-- count: 0 select

entry f [n] (xss: [n][?]i64): [n]i64 =
  map (\xs -> if length xs > 2 then let ys = loop ys = xs for _i < 3 do map (+ 1) ys in i64.sum ys else 0) xss
