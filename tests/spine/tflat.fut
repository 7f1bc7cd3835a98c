-- Matrices of their own shapes, each transposed, then flattened.
-- ==
-- entry: tflat
-- input { empty([0][?][?]f64) }
-- output { empty([0][?]f64) }
-- input { [[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], [[7.0]], [[8.0, 9.0]]] }
-- output { [[1.0, 4.0, 2.0, 5.0, 3.0, 6.0], [7.0], [8.0, 9.0]] }
-- input { [[[1.0, 2.0], [3.0]]] }
-- error: argument ms

entry tflat [n] (ms: [n](?[r][c].[r][c]f64)): [n][?]f64 = map (\m -> flatten (transpose m)) ms
