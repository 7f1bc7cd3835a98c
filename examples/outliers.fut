-- Each sensor has as many readings as it has. Readings far from the sensor's own mean are dropped; what is left, and its mean.
-- ==
-- entry: outliers
-- input { empty([0][?]f64) 5.0 }
-- output { empty([0][?]f64) empty([0]f64) }
-- input { [[20.0, 21.0, 48.0, 19.0], [], [7.5]] 15.0 }
-- output { [[20.0, 21.0, 19.0], [], [7.5]] [20.0, 0.0, 7.5] }

def mean [k] (xs: [k]f64): f64 = if k == 0 then 0 else f64.sum xs / f64.i64 k

def near (limit: f64) (xs: []f64): []f64 =
  let m = mean xs
  in filter (\x -> f64.abs (x - m) <= limit) xs

entry outliers [n] (readings: [n][?]f64) (limit: f64): ([n][?]f64, [n]f64) =
  let kept = map (near limit) readings
  in (kept, map (\xs -> mean xs) kept)
