entry main [n] (xs: [n]i64): i64 = i64.sum (map (+ 1) xs
