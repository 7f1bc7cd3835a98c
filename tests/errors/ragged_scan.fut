entry main [n] (ns: [n]i64): i64 =
  length (scan (\xs ys -> if length xs > length ys then xs else ys) (iota 0) (map iota ns))
