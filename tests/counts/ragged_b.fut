-- Sums of rows that are rows already.

entry row_sums [n] (xss: [n][?]f32): [n]f32 = map (\xs -> f32.sum xs) xss

entry by_sizes [n] [m] (sizes: [n]i64) (vals: [m]f32): [n]f32 =
  map (\xs -> f32.sum xs) (unflatten_by sizes vals)

entry means [n] (xss: [n][?]f32): [n]f32 =
  map (\xs -> if null xs then 0 else f32.sum xs / f32.i64 (length xs)) xss

entry row_sums_data (n: i64): [n][?]f32 = map (\i -> map (\j -> f32.i64 (i + j)) (iota (i * 7 % 5))) (iota n)
entry row_sums_skewed (n: i64): [n][?]f32 =
  map (\i -> map (\j -> f32.i64 (i + j)) (iota (if i == n / 2 then 2 * n else i % 2))) (iota n)
entry by_sizes_data (n: i64): ([n]i64, []f32) =
  let sizes = map (\i -> i * 7 % 5) (iota n)
  in (sizes, map f32.i64 (iota (i64.sum sizes)))
entry means_data (n: i64): [n][?]f32 = map (\i -> map (\j -> f32.i64 (i + j)) (iota (i * 7 % 5))) (iota n)

-- The cases below are written by oracle.py.

-- ==
-- entry: row_sums
-- input { empty([0][?]f32) }
-- output { empty([0]f32) }
-- input { [[1.0f32, 2.0f32], [4.0f32]] }
-- output { [3.0f32, 4.0f32] }
-- input { [empty([0]f32), [1.0f32, 2.0f32, 4.0f32, 8.0f32, 16.0f32], empty([0]f32), [0.5f32], empty([0]f32)] }
-- output { [0.0f32, 31.0f32, 0.0f32, 0.5f32, 0.0f32] }
-- input { [empty([0]f32), empty([0]f32)] }
-- output { [0.0f32, 0.0f32] }

-- ==
-- entry: by_sizes
-- input { empty([0]i64) empty([0]f32) }
-- output { empty([0]f32) }
-- input { [2i64, 1i64] [1.0f32, 2.0f32, 4.0f32] }
-- output { [3.0f32, 4.0f32] }
-- input { [0i64, 3i64, 0i64, 1i64, 0i64] [1.0f32, 2.0f32, 4.0f32, 8.0f32] }
-- output { [0.0f32, 7.0f32, 0.0f32, 8.0f32, 0.0f32] }
-- input { [1i64, 1i64] [1.0f32, 2.0f32, 3.0f32] }
-- error: ragged_b.fut:6:

-- ==
-- entry: means
-- input { empty([0][?]f32) }
-- output { empty([0]f32) }
-- input { [[1.0f32, 2.0f32], [4.0f32]] }
-- output { [1.5f32, 4.0f32] }
-- input { [empty([0]f32), [1.0f32, 2.0f32, 4.0f32, 8.0f32, 16.0f32], empty([0]f32), [0.5f32], empty([0]f32)] }
-- output { [0.0f32, 6.2f32, 0.0f32, 0.5f32, 0.0f32] }
-- input { [empty([0]f32), empty([0]f32)] }
-- output { [0.0f32, 0.0f32] }
