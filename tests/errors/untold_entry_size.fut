entry main [n] (steps: [n + 1]f64): i64 = n
