module type counter = { val step: i64 -> i64 }
module m: counter = { def step (x: f64): f64 = x }
entry main (x: i64): i64 = m.step x
