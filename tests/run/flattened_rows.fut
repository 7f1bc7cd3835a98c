-- Rows of rows that are flattened in a map: where they begin is known from the offsets of both levels.

entry sums [n] (xsss: [n][?][?]i64): [n]i64 = map (\xss -> i64.sum (flatten xss)) xsss
entry flat [n] (xsss: [n][?][?]i64): [n][?]i64 = map (\xss -> flatten xss) xsss
entry counts [n] (k: i64) (xsss: [n][?][?]i64): [k]i64 =
  let all = flatten (map flatten xsss)
  in reduce_by_index (replicate k 0) (+) 0 all (map (const 1) all)
-- The inner sizes are computed.
entry kept [n] (xsss: [n][?][?]i64): [n]i64 = map (\xss -> i64.sum (flatten (map (filter (> 1)) xss))) xsss
entry twice [n] (xsss: [n][?][?]i64): [n][?]i64 =
  map (\xss -> let ys = flatten xss in map (\y -> y + length ys) ys) xsss

-- ==
-- entry: sums
-- input { empty([0][0][0]i64) } output { empty([0]i64) }
-- input { [[[1i64, 2i64], [3i64]], empty([0][0]i64), [empty([0]i64)], [[4i64], empty([0]i64), [5i64, 6i64]]] }
-- output { [6i64, 0i64, 0i64, 15i64] }

-- ==
-- entry: flat
-- input { empty([0][0][0]i64) } output { empty([0][0]i64) }
-- input { [[[1i64, 2i64], [3i64]], empty([0][0]i64), [empty([0]i64)], [[4i64], empty([0]i64), [5i64, 6i64]]] }
-- output { [[1i64, 2i64, 3i64], empty([0]i64), empty([0]i64), [4i64, 5i64, 6i64]] }

-- ==
-- entry: counts
-- input { 4i64 empty([0][0][0]i64) } output { [0i64, 0i64, 0i64, 0i64] }
-- input { 4i64 [[[1i64, 2i64], [3i64]], empty([0][0]i64), [empty([0]i64)], [[3i64], empty([0]i64), [5i64, 1i64]]] }
-- output { [0i64, 2i64, 1i64, 2i64] }

-- ==
-- entry: kept
-- input { [[[1i64, 2i64], [3i64]], empty([0][0]i64), [[1i64]], [[4i64], empty([0]i64), [5i64, 6i64]]] }
-- output { [5i64, 0i64, 0i64, 15i64] }

-- ==
-- entry: twice
-- input { [[[1i64, 2i64], [3i64]], empty([0][0]i64), [empty([0]i64)]] }
-- output { [[4i64, 5i64, 6i64], empty([0]i64), empty([0]i64)] }
