-- `trace` and `break` are what they are given; the interpreter shows it on standard error.

-- ==
-- entry: numbers
-- input { 3i64 } output { 7i64 }

-- ==
-- entry: arrays
-- input { [1i64, 2i64] } output { [2i64, 4i64] }

-- ==
-- entry: records
-- input { 2i64 } output { 2i64 [0i64, 1i64] }

-- ==
-- entry: rows
-- input { [2i64, 0i64, 1i64] } output { [1i64, 0i64, 0i64] }

-- ==
-- entry: broken
-- input { 1i32 } output { 2i32 }

entry numbers (x: i64) = trace x + trace 4
entry arrays (xs: []i64) = map (* 2) (trace xs)
entry records (n: i64) = let r = trace {size = n, rows = iota n} in (r.size, r.rows)
entry rows (ns: []i64) = map (\n -> i64.sum (trace (iota n))) ns
entry broken (x: i32) = break (x + 1)
