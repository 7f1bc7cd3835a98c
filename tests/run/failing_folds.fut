-- A failure inside of an operator names the element, also where sums of different workers are combined.

def small (a: i64) (b: i64) = assert (a + b < 900) (a + b)

-- ==
-- entry: few
-- input { [1i64, 2i64, 900i64, 4i64] } error: a \+ b < 900 \(row [0-9]+\)
-- input { [1i64, 2i64, 89i64, 4i64] } output { 96i64 }
entry few (xs: []i64) = reduce small 0 xs

-- Only the sum of many is too large.
-- ==
-- entry: many
-- input { 1000i64 } error: a \+ b < 900 \(row [0-9]+\)
-- input { 800i64 } output { 800i64 }
entry many (n: i64) = reduce small 0 (replicate n 1)

-- ==
-- entry: running
-- input { 1000i64 } error: a \+ b < 900 \(row [0-9]+\)
-- input { 800i64 } output { 800i64 }
entry running (n: i64) = last (scan small 0 (replicate n 1))

-- ==
-- entry: in_rows
-- input { [10i64, 1000i64, 0i64, 20i64] } error: a \+ b < 900 \(row 1, [0-9]+\)
-- input { [10i64, 100i64, 0i64, 20i64] } output { [10i64, 100i64, 0i64, 20i64] }
entry in_rows (ns: []i64) = map (\n -> reduce small 0 (replicate n 1)) ns

-- ==
-- entry: running_in_rows
-- input { [10i64, 20i64, 1000i64, 20i64] } error: a \+ b < 900 \(row 2, [0-9]+\)
entry running_in_rows (ns: []i64) = map (\n -> i64.sum (scan small 0 (replicate n 1))) ns

-- ==
-- entry: in_matrix
-- input { 3i64 1000i64 } error: a \+ b < 900 \(row [0-2], [0-9]+\)
-- input { 3i64 100i64 } output { [100i64, 101i64, 102i64] }
entry in_matrix (n: i64) (m: i64) = map (\i -> i + reduce small 0 (replicate m 1)) (iota n)
