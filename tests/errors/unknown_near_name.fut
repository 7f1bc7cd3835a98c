def total [n] (xs: [n]f64): f64 = f64.sum xs
entry main [n] (xs: [n]f64): f64 = totl xs
