-- Readings far from the mean of their row are dropped; what is left, and its mean.

def mean [k] (xs: [k]f64): f64 = if k == 0 then 0 else f64.sum xs / f64.i64 k

def near (limit: f64) (xs: []f64): []f64 =
  let m = mean xs
  in filter (\x -> f64.abs (x - m) <= limit) xs

entry outliers [n] (readings: [n][?]f64) (limit: f64): ([n][?]f64, [n]f64) =
  let kept = map (near limit) readings
  in (kept, map (\xs -> mean xs) kept)

def rows (n: i64) (size: i64 -> i64): [n][?]f64 =
  map (\i -> map (\j -> f64.i64 ((i * 7 + j * 5) % 11)) (iota (size i))) (iota n)
entry outliers_data (n: i64): ([n][?]f64, f64) = (rows n (\i -> i * 7 % 5), 3)
entry outliers_skewed (n: i64): ([n][?]f64, f64) = (rows n (\i -> if i == n / 2 then 2 * n else i % 2), 3)

-- The cases below are written by oracle.py.

-- ==
-- entry: outliers
-- input { empty([0][?]f64) 5.0f64 }
-- output { empty([0][?]f64) empty([0]f64) }
-- input { [[1.0f64, 2.0f64, 9.0f64]] 4.0f64 }
-- output { [[1.0f64, 2.0f64]] [1.5f64] }
-- input { [[20.0f64, 21.0f64, 48.0f64, 19.0f64], empty([0]f64), [7.5f64], empty([0]f64), [0.0f64, 100.0f64]] 15.0f64 }
-- output { [[20.0f64, 21.0f64, 19.0f64], empty([0]f64), [7.5f64], empty([0]f64), empty([0]f64)] [20.0f64, 0.0f64, 7.5f64, 0.0f64, 0.0f64] }
