-- The host waits for what it decides by.
-- after: fuse_flat
-- count: 1 reads

entry f [n] (xs: [n]f64): [n]f64 =
  let s = f64.sum xs
  in if s > 3 then map (* s) xs else map f64.sin xs
