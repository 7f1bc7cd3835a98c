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

-- The element that is named is counted among those that are kept.
-- ==
-- entry: kept
-- input { [9i64, 9i64, 2i64, 0i64] }
-- error: division by zero \(row 1\)
-- input { [9i64, 9i64, 5i64] }
-- output { 1000i64 }

entry kept (xs: []i64): i64 = reduce (/) 1000 (filter (< 5) xs)

-- ==
-- entry: kept_in_rows
-- input { [[4i64, 5i64], [9i64, 1i64, 9i64, 2i64, 0i64]] }
-- error: division by zero \(row 1, 2\)
-- input { [[8i64, 5i64], [9i64], []] }
-- output { [1000i64, 1000i64, 1000i64] }

entry kept_in_rows [n] (xss: [n][?]i64): [n]i64 = map (\xs -> reduce (/) 1000 (filter (< 5) xs)) xss

-- Only the last lanes have anything: what they have is not combined with itself.
-- ==
-- entry: late
-- input { 3839i64 } output { 479i64 }
entry late (n: i64) = reduce small 0 (map (\i -> if i >= 3360 then 1 else 0) (iota n))

-- ==
-- entry: late_running
-- input { 3839i64 } output { 479i64 }
entry late_running (n: i64) = last (scan small 0 (map (\i -> if i >= 3360 then 1 else 0) (iota n)))
