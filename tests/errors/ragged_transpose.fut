entry main [n] (xss: [n][?]f64): [][n]f64 = transpose xss
