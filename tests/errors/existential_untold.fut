def table: (i64, i64) -> ?[n][m].(x: f64) -> [n][m]f64 = \(n, m) x -> replicate n (replicate m x)
