-- Numbers that every row computes alike are numbers of the host, and so are the rounds of the loops that they count.
-- after: flatten
-- count: 2 loops
-- count: 0 active
-- count: 1 seg

entry f [m] [n] (k: i64) (xss: [m][n]i64): [m][n]i64 =
  map (\xs ->
         loop xs for p < k do
           loop xs for q < p + 1 do map (\j -> xs[n - 1 - j] + (1 << (p - q))) (iota n))
      xss
