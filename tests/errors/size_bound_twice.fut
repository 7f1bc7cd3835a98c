def total [k] (k: [k]f64): f64 = f64.sum k
entry main (xs: []f64): f64 = total xs
