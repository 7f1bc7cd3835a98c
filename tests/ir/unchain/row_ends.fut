-- Ends of rows update an accumulator in both parts: rows that end in a group in front of the cut, the one that began in an earlier group
-- behind it. There are as many updates as before, one of them of shared memory.
-- after: unchain
-- count: 4 kernel
-- count: 4 atomic

entry of_rows [n] (k: i64) (xss: [n][?]i64): [k]i64 = reduce_by_index (replicate k 0) (+) 0 (map (\xs -> i64.sum xs % k) xss) (replicate n 1)
