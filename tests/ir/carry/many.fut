-- More operations than kernels repeat: one kernel does them, and no round waits for the host.
-- after: lower
-- count: 0 reads
-- count without carry: 1 reads

entry f [n] (k: i64) (xs: [n]f64): (f64, [n]f64) =
  loop (s, xs) = (1, xs) for _i < k do
    let t = f64.sum xs
    let a = s * t + s - t
    let b = a * a + s * a - t * a
    let c = b * a + a * b - b * b
    let d = f64.sqrt (f64.abs (c * b + a))
    in (d / (d + 1), map (\x -> x / (1 + d)) xs)
