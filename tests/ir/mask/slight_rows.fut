-- Rows of little code are branches at every element, one part of an array or another is one part; in a loop rows change places.
-- after: mask
-- count: 4 screma
-- count: 3 if

entry computed [n] (xss: [n][?]i64): [n][?]i64 = map (\xs -> if length xs > 2 then map (+ 1) xs else map (* 2) xs) xss
entry chosen [n] (xss: [n][?]i64): [n][?]i64 = map (\xs -> if length xs > 2 then xs[1:] else xs) xss
entry looped [n] [m] (xss: [n][m]i64) (yss: [n][m]i64): [n][m]i64 =
  map2 (\xs ys -> let (xs, _) = loop (a, b) = (xs, ys) for i < m do if a[i] > 0 then (b, a) else (a, b) in xs) xss yss
