-- Equal arrays that are overwritten are two arrays; the copies that protect them are removed later.
-- after: own
-- count: 2 with
-- count: 2 replicate

entry f [n] (xs: [n]i64): ([n]i64, [n]i64) =
  let ys = replicate n 0
  let zs = replicate n 0
  in if n > 0 then (ys with [0] = 1, zs with [0] = 2) else (xs, xs)
