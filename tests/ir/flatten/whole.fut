-- What rounds only overwrite is carried whole while rows stop one by one, through branches and inner loops, and is copied nowhere. The
-- other array is made anew by every round.
-- after: inplace
-- count: 2 whole
-- count: 25 seg

entry f (ns: []i64): []i64 =
  map (\n -> let a = replicate n (replicate n 1)
             let (a, b) =
               loop (a, b) = (a, replicate n 0) for k < n do
                 let a = if a[k, 0] > 1 then a with [k] = map2 (+) b a[n - 1 - k] else a
                 let c = map2 (+) a[k] b
                 in (loop a for i in k..<n do a with [i] = map (* 2) a[k], c)
             in i64.sum (flatten a) + i64.sum b) ns
