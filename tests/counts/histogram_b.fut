-- Histograms of weights, of rows, and of what a filter leaves.

entry weighted [n] (k: i64) (is: [n]i64) (ws: [n]f64): [k]f64 =
  permute (+) (replicate k 0) is (map (\w -> w * w) ws)

entry of_rows [n] (k: i64) (xss: [n][?]i64): [n][k]i64 =
  map (\xs -> hist (+) 0 k xs (map (const 1) xs)) xss

entry of_positive [n] (k: i64) (is: [n]i64): [k]i64 =
  let kept = filter (> 0) is
  in hist (+) 0 k kept (map (const 1) kept)

-- A loop that counts, as one would write it in C.
entry counted [n] (k: i64) (xss: [n][?]i64): [n][k]i64 =
  map (\xs -> loop counts = replicate k 0 for x in xs do
                if x >= 0 && x < k then counts with [x] = counts[x] + 1 else counts)
      xss

entry weighted_data (n: i64): (i64, [n]i64, [n]f64) = (10, map (\i -> i * 7 % 11) (iota n), map f64.i64 (iota n))
entry of_rows_data (n: i64): (i64, [n][?]i64) = (10, map (\i -> map (\j -> j * 7 % 11) (iota (i % 5))) (iota n))
entry of_rows_skewed (n: i64): (i64, [n][?]i64) =
  (10, map (\i -> map (\j -> j * 7 % 11) (iota (if i == n / 2 then 2 * n else i % 2))) (iota n))
entry of_positive_data (n: i64): (i64, [n]i64) = (10, map (\i -> i * 7 % 11 - 3) (iota n))
entry counted_data (n: i64): (i64, [n][?]i64) = (10, map (\i -> map (\j -> j * 7 % 11) (iota (i % 5))) (iota n))

-- The cases below are written by oracle.py.

-- ==
-- entry: weighted
-- input { 2i64 empty([0]i64) empty([0]f64) }
-- output { [0.0f64, 0.0f64] }
-- input { 3i64 [2i64, 0i64, 2i64] [1.0f64, 2.0f64, 3.0f64] }
-- output { [4.0f64, 0.0f64, 10.0f64] }
-- input { 4i64 [3i64, -1i64, 3i64, 4i64, 0i64] [1.0f64, 2.0f64, 3.0f64, 4.0f64, 5.0f64] }
-- output { [25.0f64, 0.0f64, 0.0f64, 10.0f64] }

-- ==
-- entry: of_rows
-- input { 2i64 empty([0][?]i64) }
-- output { empty([0][0]i64) }
-- input { 3i64 [[2i64, 0i64, 2i64]] }
-- output { [[1i64, 0i64, 2i64]] }
-- input { 4i64 [empty([0]i64), [3i64, 3i64, -1i64, 0i64, 4i64], empty([0]i64), [1i64]] }
-- output { [[0i64, 0i64, 0i64, 0i64], [1i64, 0i64, 0i64, 2i64], [0i64, 0i64, 0i64, 0i64], [0i64, 1i64, 0i64, 0i64]] }

-- ==
-- entry: of_positive
-- input { 2i64 empty([0]i64) }
-- output { [0i64, 0i64] }
-- input { 3i64 [2i64, 0i64, 2i64] }
-- output { [0i64, 0i64, 2i64] }
-- input { 4i64 [3i64, -3i64, 0i64, 3i64, 1i64, 9i64] }
-- output { [0i64, 1i64, 0i64, 2i64] }

-- ==
-- entry: counted
-- input { 2i64 empty([0][?]i64) }
-- output { empty([0][0]i64) }
-- input { 3i64 [[2i64, 0i64, 2i64]] }
-- output { [[1i64, 0i64, 2i64]] }
-- input { 4i64 [empty([0]i64), [3i64, 3i64, -1i64, 0i64, 4i64], empty([0]i64), [1i64]] }
-- output { [[0i64, 0i64, 0i64, 0i64], [1i64, 0i64, 0i64, 2i64], [0i64, 0i64, 0i64, 0i64], [0i64, 1i64, 0i64, 0i64]] }
