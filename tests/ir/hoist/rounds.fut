-- The number of rounds does not vary: the loop is one of the host, whatever the rows hold.
-- after: lower
-- count: 1 launch
-- count: 0 reads
-- count without hoist regularity: 1 reads

entry f [m] [n] (xss: [m][n]i32): [m][n]i32 =
  map (\xs ->
         let bits = 63 - i64.i32 (i64.clz n)
         in loop xs for p < bits do map2 (\x j -> x + i32.i64 (j * p)) xs (iota n))
      xss
