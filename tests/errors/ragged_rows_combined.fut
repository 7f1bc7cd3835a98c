entry main [n] (xss: [n][?]f64) (yss: [n][?]f64): [n][?]f64 = map2 (map2 (*)) xss yss
