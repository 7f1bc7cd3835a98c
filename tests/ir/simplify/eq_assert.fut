-- An assertion made twice.
-- after: simplify
-- count: 1 checks

entry f (x: f64): f64 = assert (x > 0) (f64.sqrt (assert (x > 0) x))
