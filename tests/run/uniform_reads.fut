-- What is read behind a check and is the same in all rounds of a loop.
-- ==
-- entry: weighed
-- input { [[1f32, 2f32, 3f32], []] [0i64, 1i64] [[2f32], []] }
-- output { [12f32, 0f32] }
-- input { [[1f32, 2f32, 3f32, 4f32, 5f32, 6f32, 7f32, 8f32, 9f32, 9f32, 9f32, 9f32, 9f32, 9f32, 9f32, 9f32, 9f32], []] [1i64, 1i64] [[2f32], []] }
-- error: Index \[0\] out of bounds for array of shape \[0\]
entry weighed [n] [k] (xss: [n][?]f32) (rs: [n]i64) (zss: [k][?]f32): [n]f32 =
  map2 (\xs r -> f32.sum (map (\x -> x * zss[r][0]) xs)) xss rs
