-- An index error in one row of many: the row's own size counts, not the flat one.
-- ==
-- entry: pick
-- input { empty([0][?]f64) empty([0]i64) }
-- output { empty([0]f64) }
-- input { [[1.0, 2.0], [3.0]] [1i64, 0i64] }
-- output { [2.0, 3.0] }
-- input { [[1.0, 2.0], [3.0, 4.0, 5.0], [6.0]] [1i64, 7i64, 0i64] }
-- error: pick.fut:[0-9]+:[0-9]+: Index \[7\] out of bounds for array of shape \[3\] \(row 1\), called at .*pick.fut:[0-9]+:[0-9]+
-- input { [[1.0, 2.0], [], [6.0]] [1i64, 0i64, 0i64] }
-- error: Index \[0\] out of bounds for array of shape \[0\]

def at (xs: []f64) (i: i64): f64 = xs[i]

entry pick [n] (xss: [n][?]f64) (is: [n]i64): [n]f64 = map2 at xss is
