-- Sums of ragged rows: rows are split, empty rows have results.
-- ==
-- entry: rowsums
-- input { empty([0][?]f64) }
-- output { empty([0]f64) }
-- input { [empty([0]f64), empty([0]f64)] }
-- output { [0.0, 0.0] }
-- input { [[1.0, 2.0, 3.0]] }
-- output { [6.0] }
-- input { [[1.0], [], [2.0, 3.0], []] }
-- output { [1.0, 0.0, 5.0, 0.0] }

entry rowsums [n] (xss: [n][?]f64): [n]f64 = map (\xs -> f64.sum xs) xss
