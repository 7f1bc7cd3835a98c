-- Of parts of tuples that are scattered together one is also made anew: none of them is carried whole, but the flags are.
-- after: inplace
-- count: 1 whole

entry f (m: i64) (ns: []i64): []i64 =
  map (\n -> let (ps, fs) =
               loop (ps, fs) = (replicate m (n, n), replicate m false) for k < n do
                 let is = filter (\j -> (j * k + n) % 3 != 0) (iota m)
                 let ps = scatter ps is (map (\i -> (i + k, i - k)) is)
                 let s = i64.sum (map (.0) ps)
                 in (zip (map (.0) ps) (map (\(_, b) -> b + s) ps), scatter fs is (map (> k) is))
             in i64.sum (map2 (\(a, b) f -> if f then a else b) ps fs)) ns
