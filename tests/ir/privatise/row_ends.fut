-- Ends of rows combine into copies, too: the workers leave rows that they share to the last one out, who is each of them in turn.
-- after: privatise
-- count: 4 kernel
-- count: 2 last_out

entry of_rows [n] (k: i64) (xss: [n][?]i64): [k]i64 = reduce_by_index (replicate k 0) (+) 0 (map (\xs -> i64.sum xs % k) xss) (replicate n 1)
