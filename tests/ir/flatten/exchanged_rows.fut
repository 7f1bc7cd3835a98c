-- Rows that change places are not copied: one is filled from the argument, one with ones.
-- after: flatten
-- count: 0 loops
-- count: 1 seg
-- count: 4 loop

entry f [m] [n] (xss: [m][n]i64) (k: i64): [m]i64 =
  map (\xs ->
         let (a, _) =
           loop (a: *[n]i64, b: *[n]i64) = (copy xs, replicate n 1) for i < k do
             (b, loop (a: *[n]i64) = a for j < n do a with [j] = a[j] + b[j])
         in if n > 0 then a[0] else 0)
      xss
