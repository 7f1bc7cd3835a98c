-- Rows whose sizes are computed from those of other rows: memory for most that they can be, and no waiting for their sum.
entry rest [n] (xss: [n][?]i64): [n][?]i64 = map (\xs -> if length xs > 2 then xs[1:] else xs) xss
entry halves [n] (xss: [n][?]f32): [n][?]f32 = map (\xs -> map (* 2) (take (length xs / 2) xs)) xss
entry chosen [n] (xss: [n][?]i64) (yss: [n][?]i64): [n][?]i64 =
  map2 (\xs ys -> if length xs > length ys then xs else ys) xss yss
entry both [n] (xss: [n][?]i64) (yss: [n][?]i64): [n][?]i64 = map2 (\xs ys -> xs ++ ys) xss yss
entry with_end [n] (xss: [n][?]i64): [n][?]i64 = map (\xs -> xs ++ [7]) xss
entry some [n] (xss: [n][?]i64): [n][?]i64 = map (\xs -> if length xs % 2 == 0 then xs else []) xss
entry doubled [n] (xss: [n][?]i64): [n][?]i64 = map (\xs -> xs ++ reverse xs) xss
entry kept [n] (xss: [n][?]i64): [n][?]i64 = map (\xs -> let ys = filter (> 1) xs in if length ys > 1 then ys[1:] else ys) xss
entry deep [n] (xsss: [n][?][?]i64): [n][?][?]i64 = map (map (\xs -> if length xs > 2 then xs[1:] else xs)) xsss
-- ==
-- entry: rest
-- input { [[1i64, 2i64, 3i64], empty([0]i64), [4i64, 5i64]] }
-- output { [[2i64, 3i64], empty([0]i64), [4i64, 5i64]] }
-- input { empty([0][?]i64) }
-- output { empty([0][?]i64) }

-- ==
-- entry: halves
-- input { [[1f32, 2f32, 3f32], empty([0]f32), [4f32, 5f32]] }
-- output { [[2f32], empty([0]f32), [8f32]] }

-- ==
-- entry: chosen
-- input { [[1i64, 2i64, 3i64], empty([0]i64)] [[9i64], [8i64, 7i64]] }
-- output { [[1i64, 2i64, 3i64], [8i64, 7i64]] }

-- ==
-- entry: both
-- input { [[1i64, 2i64, 3i64], empty([0]i64)] [[9i64], [8i64, 7i64]] }
-- output { [[1i64, 2i64, 3i64, 9i64], [8i64, 7i64]] }

-- ==
-- entry: with_end
-- input { [[1i64, 2i64], empty([0]i64)] }
-- output { [[1i64, 2i64, 7i64], [7i64]] }

-- ==
-- entry: some
-- input { [[1i64, 2i64], [3i64], empty([0]i64)] }
-- output { [[1i64, 2i64], empty([0]i64), empty([0]i64)] }

-- ==
-- entry: doubled
-- input { [[1i64, 2i64], empty([0]i64)] }
-- output { [[1i64, 2i64, 2i64, 1i64], empty([0]i64)] }

-- ==
-- entry: kept
-- input { [[1i64, 2i64, 3i64, 4i64], [2i64], empty([0]i64)] }
-- output { [[3i64, 4i64], [2i64], empty([0]i64)] }

-- ==
-- entry: deep
-- input { [[[1i64, 2i64, 3i64], empty([0]i64)], empty([0][?]i64), [[4i64, 5i64]]] }
-- output { [[[2i64, 3i64], empty([0]i64)], empty([0][?]i64), [[4i64, 5i64]]] }
