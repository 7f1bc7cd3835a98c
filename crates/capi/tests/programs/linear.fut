-- Matrices, vectors and volumes, as numeric libraries have them.

entry matmul [n] [m] [p] (a: [n][m]f32) (b: [m][p]f32): [n][p]f32 =
  map (\row -> map (\col -> f32.sum (map2 (*) row col)) (transpose b)) a

entry matvec [n] [m] (a: [n][m]f64) (x: [m]f64): [n]f64 = map (\row -> f64.sum (map2 (*) row x)) a

entry blur [n] [m] [k] (volume: [n][m][k]f64): [n][m]f64 = map (map (\xs -> f64.sum xs / f64.i64 k)) volume

-- Mean, variance, smallest and largest.
entry summary [n] (xs: [n]f64): (f64, f64, f64, f64) =
  let mean = f64.sum xs / f64.i64 n
  in (mean, f64.sum (map (\x -> (x - mean) ** 2) xs) / f64.i64 n, f64.minimum xs, f64.maximum xs)

entry histogram [n] (k: i64) (is: [n]i64) (ws: [n]f32): [k]f32 = reduce_by_index (replicate k 0) (+) 0 is ws
