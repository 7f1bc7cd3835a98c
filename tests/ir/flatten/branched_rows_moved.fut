-- A branch returns one of two rows of the point.
-- after: flatten
-- count: 0 loops
-- count: 1 seg
-- count: 0 reads

entry f [m] (xs: [m]i64) (k: i64): [m]i64 =
  map (\x ->
         let (best: [4]i64, _, top) =
           loop (best: [4]i64, cur: *[4]i64, top) = (replicate 4 0, replicate 4 x, 0) for i < k do
             let cur = cur with [i % 4] = (cur[(i + 1) % 4] * 7 + i) % 11
             in if cur[0] > top then (copy cur, cur, cur[0]) else (best, cur, top)
         in best[1] + top)
      xs
