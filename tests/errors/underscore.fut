def scaled (_factor: f64) (x: f64): f64 = _factor * x
entry main (x: f64): f64 = scaled 2 x
