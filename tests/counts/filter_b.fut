-- Filters in other places: followed by maps and sums, as a comprehension, of pairs, of rows.

entry squares_sum [n] (xs: [n]i64): i64 = i64.sum (map (\x -> x * x) (filter (> 0) xs))

entry squares [n] (xs: [n]i64): []i64 = [ x * x | x <- xs, x > 0 ]

entry places [n] (xs: [n]i64): ([]i64, []i64) = unzip (filter (\(_, x) -> x > 0) (zip (iota n) xs))

entry in_rows [n] (xss: [n][?]i64): [n][?]i64 = map (\xs -> map (* 2) (filter (> 0) xs)) xss

entry mean_of_positive [n] (xs: [n]f64): f64 =
  let kept = filter (> 0) xs
  in if null kept then 0 else f64.sum kept / f64.i64 (length kept)

def numbers (n: i64): [n]i64 = map (\i -> i * 7 % 11 - 5) (iota n)
entry squares_sum_data (n: i64): [n]i64 = numbers n
entry squares_data (n: i64): [n]i64 = numbers n
entry places_data (n: i64): [n]i64 = numbers n
entry in_rows_data (n: i64): [n][?]i64 = map (\i -> numbers (i % 5)) (iota n)
entry in_rows_skewed (n: i64): [n][?]i64 = map (\i -> numbers (if i == n / 2 then 2 * n else i % 2)) (iota n)
entry mean_of_positive_data (n: i64): [n]f64 = map f64.i64 (numbers n)

-- The cases below are written by oracle.py.

-- ==
-- entry: squares_sum
-- input { empty([0]i64) }
-- output { 0i64 }
-- input { [3i64, -1i64, 2i64] }
-- output { 13i64 }
-- input { [0i64, -5i64, 7i64, 7i64, -2i64, 1i64, 0i64, 9i64] }
-- output { 180i64 }
-- input { [-1i64, -2i64] }
-- output { 0i64 }

-- ==
-- entry: squares
-- input { empty([0]i64) }
-- output { empty([0]i64) }
-- input { [3i64, -1i64, 2i64] }
-- output { [9i64, 4i64] }
-- input { [0i64, -5i64, 7i64, 7i64, -2i64, 1i64, 0i64, 9i64] }
-- output { [49i64, 49i64, 1i64, 81i64] }
-- input { [-1i64, -2i64] }
-- output { empty([0]i64) }

-- ==
-- entry: places
-- input { empty([0]i64) }
-- output { empty([0]i64) empty([0]i64) }
-- input { [3i64, -1i64, 2i64] }
-- output { [0i64, 2i64] [3i64, 2i64] }
-- input { [0i64, -5i64, 7i64, 7i64, -2i64, 1i64, 0i64, 9i64] }
-- output { [2i64, 3i64, 5i64, 7i64] [7i64, 7i64, 1i64, 9i64] }
-- input { [-1i64, -2i64] }
-- output { empty([0]i64) empty([0]i64) }

-- ==
-- entry: in_rows
-- input { empty([0][?]i64) }
-- output { empty([0][?]i64) }
-- input { [[3i64, -1i64, 2i64]] }
-- output { [[6i64, 4i64]] }
-- input { [empty([0]i64), [0i64, -5i64, 7i64, 7i64], [-2i64], empty([0]i64), [1i64, 0i64, 9i64]] }
-- output { [empty([0]i64), [14i64, 14i64], empty([0]i64), empty([0]i64), [2i64, 18i64]] }

-- ==
-- entry: mean_of_positive
-- input { empty([0]f64) }
-- output { 0.0f64 }
-- input { [3.0f64, -1.0f64, 2.0f64] }
-- output { 2.5f64 }
-- input { [0.0f64, -5.0f64, 7.0f64, 7.0f64, -2.0f64, 1.0f64, 0.0f64, 9.0f64] }
-- output { 6.0f64 }
-- input { [-1.0f64, -2.0f64] }
-- output { 0.0f64 }
