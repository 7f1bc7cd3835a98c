-- How many elements of a row are kept is known at its end.
-- after: fuse_flat
-- spaces: 2r
-- count: 1 end

entry f [n] (xss: [n][?]f64): [n]([?]f64, f64) =
  map (\xs -> let ys = filter (> 0) xs in (ys, f64.sum ys / f64.i64 (length ys))) xss
