-- Of a former version that is still read when the array that is carried whole has been overwritten, the rows that go on are made; of the
-- array nothing is copied, nor where the sides of a branch call it otherwise.
-- after: inplace
-- count: 2 whole
-- count: 27 seg

entry kept (m: i64) (ns: []i64): []i64 =
  map (\n -> let (a, t) = loop (a, t) = (replicate m n, 0) for k < n do
                            let old = copy a
                            let is = filter (\j -> (j + k) % m < m / 2) (iota m)
                            let a = scatter a is (map (+ k) is)
                            in (a, (t + old[k % m] + a[(k + 1) % m]) % 1009)
             in i64.sum a + t) ns

entry named (m: i64) (ns: []i64): []i64 =
  map (\n -> let (a, t) = loop (a, t) = (replicate m (replicate m n), 0) for k < n do
                            let b = a :> [i64.max 0 m][m]i64
                            let a = if (k + t) % 2 == 0 then a with [k % m] = scan (+) 0 (map (% 1009) b[k % m])
                                    else a with [(k + 1) % m] = scan (+) 0 (map (% 109) b[k % m])
                            in (a, (t + a[k % m, 0]) % 1009)
             in i64.sum (flatten a) + t) ns
