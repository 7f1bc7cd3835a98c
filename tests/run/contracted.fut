-- What is kept is decided by the same numbers where it is counted and where it is written, however products and sums are rounded.
-- ==
-- entry: kept
-- input { [3f32, 0.49884071946144104f32, 2f32] 1.5058072805404663f32 }
-- output { [3f32, 2f32] [9f32, 4f32] }
entry kept [n] (xs: [n]f32) (c: f32): ([]f32, []f32) =
  unzip (map (\x -> (x, x * x)) (filter (\x -> x * x + c * x > 1) xs))

-- ==
-- entry: sizes
-- input { [3f32, 0.49884071946144104f32, 2f32] 1.5058072805404663f32 }
-- output { 2i64 [9f32, 4f32] }
entry sizes [n] (xs: [n]f32) (c: f32): (i64, []f32) =
  let yss = map (\x -> map (\_ -> x * x) (iota (if x * x + c * x > 1 then 1 else 0))) xs
  in (length (flatten yss), flatten yss)
