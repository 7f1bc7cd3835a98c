-- replicate in a nest: nothing is copied.
-- ==
-- entry: rep
-- input { empty([0]f64) [[1.0], []] }
-- output { empty([0][2]f64) }
-- input { [1.0, 2.0] empty([0][?]f64) }
-- output { empty([2][0]f64) }
-- input { [0.0, 2.5] [[1.0, 2.0], [], [3.0]] }
-- output { [[3.0, 0.0, 3.0], [5.0, 0.0, 3.0]] }

entry rep [k] [m] (ws: [k]f64) (xss: [m][?]f64): [k][m]f64 =
  map2 (\w yss -> map (\ys -> f64.sum (map (f64.max w) ys)) yss) ws (replicate k xss)
