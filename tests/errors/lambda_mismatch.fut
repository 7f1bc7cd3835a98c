entry main [n] (xs: [n]f64): [n]f64 = map (\(x: i64) -> x + 1) xs
