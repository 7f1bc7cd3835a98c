-- Power iteration: the norm is known to the kernel that divides by it, and is carried on.
-- after: carry
-- count: 1 end
-- count: 0 reads
-- count without late: 1 reads
-- count: 4 launches

entry f [n] (k: i64) (a: [n][n]f64) (v: [n]f64): (f64, [n]f64) =
  loop (_, v) = (1, v) for _i < k do
    let w = map (\r -> f64.sum (map2 (*) r v)) a
    let norm = f64.sqrt (f64.sum (map (\x -> x * x) w))
    in (norm, map (/ norm) w)
