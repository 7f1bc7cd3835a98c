-- A sparse matrix times a vector: a row is as long as it has entries, each a column and a value.
-- ==
-- entry: spmv
-- input { empty([0][?]i64) empty([0][?]f64) [1.0, 2.0] }
-- output { empty([0]f64) }
-- input { [[0i64, 2i64], [], [1i64]] [[1.5, 2.0], [], [-1.0]] [2.0, 10.0, 100.0] }
-- output { [203.0, 0.0, -10.0] }
-- input { [[0i64], [3i64]] [[1.0], [1.0]] [1.0, 2.0] }
-- error: spmv.fut:13:[0-9]+: Index \[3\] out of bounds for array of shape \[2\] \(row 1, 0\)

entry spmv [n] [m] (rows: [n][?](i64, f64)) (x: [m]f64): [n]f64 =
  map (\row -> f64.sum (map (\(column, value) ->
    value * x[column]) row)) rows
