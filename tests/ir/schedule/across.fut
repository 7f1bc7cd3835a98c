-- Where neighbouring rows read what lies side by side, a point takes a row, or a chunk of one: for every reduction there are three such kernels and
-- the one for few rows. What is only mapped goes in blocks.
-- after: schedule
-- count: 12 by each
-- count: 7 by short
-- count: 2 by blocks

entry columns [n] [m] (xss: [n][m]f32): [m]f32 = map f32.sum (transpose xss)
entry vectors [n] [m] (xss: [n][m]i64): [m]i64 = reduce (map2 (+)) (replicate m 0) xss
entry product [n] [m] [k] (xss: [n][k]f32) (yss: [k][m]f32): [n][m]f32 =
  map (\xs -> map (\ys -> f32.sum (map2 (*) xs ys)) (transpose yss)) xss
entry indirect [n] [m] [k] (table: [k][m]f32) (is: [n]i64): [m]f32 =
  map (\j -> f32.sum (map (\i -> table[i, j]) is)) (iota m)

entry turned [n] [m] (xss: [n][m]f32): [m][n]f32 = map (map (* 2)) (transpose xss)
entry both [n] (xss: [n][n]f32): [n][n]f32 = map2 (map2 (+)) xss (transpose xss)

-- Rows that lie side by side themselves stay.
entry rows [n] [m] (xss: [n][m]f32): [n]f32 = map f32.sum xss
entry gathered [n] [m] (xss: [n][m]f32) (yss: [m][n]f32): [n]f32 =
  map2 (\xs ys -> f32.sum (map2 (*) xs ys)) xss (transpose yss)
entry inside [n] [m] [k] (xss: [n][m][k]f32): [n][m]f32 = map (map f32.sum) xss
