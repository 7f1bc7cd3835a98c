-- ==
-- error: derivatives

def f (x: f64): f64 = vjp f64.sin x 1
