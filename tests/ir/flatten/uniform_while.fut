-- A condition that is the same for every row is one of the host; one that is not is tested row by row.
-- after: flatten
-- count: 2 loops
-- count: 1 active

entry alike [m] [n] (xss: [m][n]i64): [m][n]i64 =
  map (\xs ->
         let (xs, _) = loop (xs, half) = (xs, 1) while half < n do (map (\j -> xs[n - 1 - j] + half) (iota n), 2 * half)
         in xs)
      xss

entry different [m] [n] (xss: [m][n]i64): [m][n]i64 =
  map (\xs -> loop xs while xs[0] < n do map (\j -> xs[n - 1 - j] + 1) (iota n)) xss
