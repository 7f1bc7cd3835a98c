entry main [n] (xs: *[n]i64): [n]i64 = xs with [0] = 1.5
