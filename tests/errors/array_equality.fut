entry main [n] (xs: [n]i64) (ys: [n]i64): bool = xs == ys
