-- Which branch is taken the host knows from the index; what it gives stays on the device.
-- after: lower
-- count: 0 reads
-- count without carry: 1 reads

entry f [n] (k: i64) (xs: [n]i64): (i64, [n]i64) =
  loop (s, xs) = (3, xs) for i < k do
    let t = i64.sum xs
    let u = if i % 2 == 0 then s + t else s
    in (u, map (+ u) xs)
