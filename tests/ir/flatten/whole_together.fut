-- The parts of tuples that are scattered together are carried whole together.
-- after: inplace
-- count: 1 whole

entry f (m: i64) (ns: []i64): []i64 =
  map (\n -> let ps = loop ps = replicate m (n, true) for k < n do
                        let (x, b) = ps[k % m]
                        let is = filter (\j -> (j * k + n) % 3 != 0) (iota m)
                        in scatter ps is (map (\i -> (i + x, b != (i > k))) is)
             in i64.sum (map (\(x, b) -> if b then x else -x) ps)) ns
