entry main (x: i64) (y: f64): f64 = x * y
