-- What is computed from the results of several kernels is computed where the last of them ends.
-- after: carry
-- count: 1 end
-- count: 0 reads
-- count without late: 1 reads

entry f [n] (k: i64) (xs: [n]f64): (f64, [n]f64) =
  loop (s, xs) = (2.5, xs) for _i < k do
    let low = f64.minimum xs
    let ys = map (\x -> x - low + 1) xs
    let high = f64.maximum ys
    in ((high - low) / s, map (/ high) ys)
