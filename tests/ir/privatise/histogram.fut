-- Workers have copies of few cells: a second kernel, a third that combines the copies, and a choice. Any neutral element will do.
-- after: privatise
-- count: 8 kernel

entry histogram [n] (k: i64) (is: [n]i64): [k]i32 = reduce_by_index (replicate k 0) (+) 0 is (replicate n 1)
entry least [n] (k: i64) (is: [n]i64): [k]i64 = reduce_by_index (replicate k i64.highest) i64.min i64.highest is is
