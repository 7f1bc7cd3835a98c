-- What the host decides by it reads in every round: conditions, sizes and what they are computed from; but not what is beside them.
-- after: lower
-- count: 2 reads

entry until [n] (xs: [n]f64): (f64, [n]f64) =
  let (s, _, xs) = loop (s, d, xs) = (0, 1.0, xs) while d * 2 > 1e-3 do
    let ys = map (/ 2) xs
    in (s + f64.sum xs, f64.maximum ys, ys)
  in (s, xs)

entry sized [n] (k: i64) (xs: [n]i64): i64 =
  loop s = 1 for _i < k do i64.sum (map (\i -> xs[i % n] + s) (iota (s % 4)))
