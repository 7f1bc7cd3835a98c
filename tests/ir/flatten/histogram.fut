-- A histogram updates its result by one kernel.
-- after: flatten
-- count: 1 update_acc
-- count: 1 fills
-- count: 1 segs
-- count: 0 reads

entry f [n] (k: i64) (is: [n]i64): [k]i64 = hist (+) 0 k is (replicate n 1)
