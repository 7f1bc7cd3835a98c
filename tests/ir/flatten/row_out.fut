-- A literal of what the point computed is a row of the result.
-- after: flatten
-- count: 1 seg
-- count: 0 arrays

entry f [n] (xs: [n]i64): [n][4]i64 =
  map (\x -> let (a, b) = loop (a, b) = (x, 1) for i < 5 do (b, a + b) in [a, b, a * b, x]) xs
