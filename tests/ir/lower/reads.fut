-- Numbers that the host wants at one place come in one transfer: the results of a kernel, and the counts of two filters.
-- after: lower
-- count: 2 read

entry sums [n] (xs: [n]i64) (ys: [n]f64): (i64, f64, i64) = (i64.sum xs, f64.sum ys, i64.maximum xs)
entry two [n] (xs: [n]i64): ([]i64, []i64) = (filter (> 3) xs, filter (< 3) xs)
