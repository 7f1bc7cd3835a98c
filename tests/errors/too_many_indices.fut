entry main [n] (xs: [n]i64): i64 = xs[0, 1]
