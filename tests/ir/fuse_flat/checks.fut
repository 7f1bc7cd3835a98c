-- What the host would check of numbers on the device is checked where they are left. No check moves past another.
-- after: fuse_flat
-- count: 0 reads
-- count: 3 end
-- count without fuse_flat: 2 reads

entry lost [n] (xs: [n]i64): [n]i64 = (filter (< 10) xs ++ filter (> 10) xs) :> [n]i64
entry quotient [n] (xs: [n]i64): [n]i64 = let k = i64.sum xs in map (/ k) xs
entry at_sum [n] (xs: [n]i64): i64 = xs[i64.sum xs]
