-- The host waits for what it decides by.
-- after: lower
-- count: 1 reads

entry f [n] (xs: [n]f64): [n]f64 =
  let s = f64.sum xs
  in if s > 3 then loop ys = xs for _i < 3 do map (\y -> y * s + ys[0]) ys else xs
