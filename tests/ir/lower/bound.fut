-- Sizes that are not more than others add up to no more than these: nobody waits for their sum.
-- after: lower
-- count: 0 reads
-- count without bound: 4 reads

entry rest [n] (xss: [n][?]i64): [n][?]i64 = map (\xs -> if length xs > 2 then xs[1:] else xs) xss
entry halves [n] (xss: [n][?]f32): [n][?]f32 = map (\xs -> map (* 2) (take (length xs / 2) xs)) xss
entry either [n] (xss: [n][?]i64) (yss: [n][?]i64): [n][?]i64 =
  map2 (\xs ys -> if length xs > length ys then xs else ys) xss yss
entry kept [n] (xss: [n][?]i64): [n][?]i64 = map (\xs -> let ys = filter (> 1) xs in if length ys > 1 then ys[1:] else ys) xss
