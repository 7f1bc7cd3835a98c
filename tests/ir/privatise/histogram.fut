-- Workers have copies of few cells: a second kernel, a third that combines the copies, and a choice.
-- after: privatise
-- count: 4 kernel
-- count: 1 zeroed

entry histogram [n] (k: i64) (is: [n]i64): [k]i32 = reduce_by_index (replicate k 0) (+) 0 is (replicate n 1)
