-- Copies without locks of what is combined under locks: a branch says whether the cell has a value, and the lock is left to the kernel without
-- copies. Components that each have an operator of their own need no such marks: two kernels allocate five copies, one of them marks.
-- after: privatise
-- count: 8 kernel
-- count: 2 lock
-- count: 11 alloc

entry largest [n] (k: i64) (is: [n]i64) (xs: [n]f32): ([k]f32, [k]i64) =
  unzip (reduce_by_index (replicate k (-f32.inf, i64.highest)) (\(a, i) (b, j) -> if a > b || (a == b && i < j) then (a, i) else (b, j))
    (-f32.inf, i64.highest) is (zip xs (iota n)))
entry means [n] (k: i64) (is: [n]i64) (xs: [n]f32): ([k]f32, [k]i64) =
  unzip (reduce_by_index (replicate k (0, 0)) (\(a, i) (b, j) -> (a + b, i + j)) (0, 0) is (zip xs (replicate n 1)))
