-- Numbers and sizes that are computed from what is on the device stay there: memory is for most that they can be.
-- after: lower
-- count: 0 reads
-- count without late: 4 reads

entry spread [n] (xs: [n]f64): f64 =
  let kept = filter (> 0) xs
  let k = length kept
  in if k < 2 then 0 else let m = f64.sum kept / f64.i64 k in f64.sum (map (\x -> f64.abs (x - m)) kept) / f64.i64 (k - 1)
entry smaller [n] (xs: [n]i64) (k: i64): i64 =
  let kept = filter (> 0) xs in i64.sum (map (\i -> i * i) (iota (i64.min 10 (length kept))))
entry scaled [n] (xs: [n]f64): [n]f64 =
  let scale = 1 / (f64.sum xs + 1) in map (* scale) xs
