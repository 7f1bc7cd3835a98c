-- A `while` whose condition is the same for every row is a loop of the host, not one over the rows that still run (WHILE-INDEP).
-- after: flatten
-- count: 1 loops
-- count: 0 active
-- count: 1 seg
-- count without regularity: 1 active

entry f [n] [m] (xss: [n][m]i64): [n][m]i64 =
  map (\xs -> (loop (ys, half) = (xs, 1) while half < m do
                 (map (\j -> ys[j] + ys[m - 1 - j]) (iota m), 2 * half)).0)
      xss
