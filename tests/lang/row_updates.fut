-- Parts of rows that are overwritten in the loops of maps: slices, scatters, histograms.

-- ==
-- entry: slices
-- input { [[1i64, 2i64, 3i64, 4i64], [9i64, 8i64, 7i64, 6i64]] }
-- output { [[2i64, 3i64, 4i64, 1i64], [8i64, 7i64, 6i64, 9i64]] }
-- input { empty([0][3]i64) }
-- output { empty([0][3]i64) }
-- input { [[5i64]] }
-- output { [[5i64]] }
entry slices [n] [m] (xss: [n][m]i64): [n][m]i64 =
  map (\xs -> loop ys = copy xs for i < m - 1 do ys with [i:i+2] = [ys[i + 1], ys[i]]) xss

-- ==
-- entry: irregular
-- input { [[1i64, 2i64, 3i64], [], [9i64], [5i64, 6i64]] }
-- output { [[2i64, 3i64, 1i64], [], [9i64], [6i64, 5i64]] }
entry irregular [n] (xss: [n][?]i64): [n][?]i64 =
  map (\xs -> loop ys = copy xs for i < length xs - 1 do ys with [i:i+2] = [ys[i + 1], ys[i]]) xss

-- What is written may be a part of what the row was.
-- ==
-- entry: shifted
-- input { [[1i64, 2i64, 3i64, 4i64, 5i64], [9i64, 8i64, 7i64, 6i64, 5i64]] 2i64 }
-- output { [[3i64, 4i64, 5i64, 5i64, 5i64], [7i64, 6i64, 5i64, 5i64, 5i64]] }
-- input { [[1i64, 2i64]] 1i64 }
-- output { [[2i64, 2i64]] }
entry shifted [n] [m] (xss: [n][m]i64) (k: i64): [n][m]i64 =
  map (\xs -> loop ys = copy xs for _i < k do (copy ys) with [0:m-1] = copy ys[1:m]) xss

-- ==
-- entry: chosen
-- input { [[1i64, 2i64, -3i64, 4i64], [-9i64, -8i64, -7i64, -6i64]] }
-- output { [[1i64, 1i64, 2i64, 4i64], [-9i64, -8i64, -7i64, -6i64]] }
entry chosen [n] [m] (xss: [n][m]i64): [n][m]i64 =
  map (\xs -> loop ys = copy xs for i < m - 1 do if xs[i] > 0 then ys with [i:i+2] = [1, 2] else ys) xss

-- A slice that leaves its row fails, in the row and round where it does.
-- ==
-- entry: outside
-- input { [[1i64, 2i64, 3i64], [4i64, 5i64, 6i64]] [1i64, 1i64] }
-- output { [[1i64, 7i64, 8i64], [4i64, 7i64, 8i64]] }
-- input { [[1i64, 2i64, 3i64], [4i64, 5i64, 6i64]] [1i64, 2i64] }
-- error: row_updates.fut:[0-9]+:[0-9]+: .*\(row 1\)
entry outside [n] [m] (xss: [n][m]i64) (ks: [n]i64): [n][m]i64 =
  map2 (\xs k -> loop ys = copy xs for i < k do ys with [i + 1:i + 3] = [7, 8]) xss ks

-- Updates outside of the row are dropped; several that meet are combined.
-- ==
-- entry: histograms
-- input { [[1i64, 2i64, -3i64, 4i64], [-9i64, 0i64, -7i64, -6i64]] 3i64 }
-- output { [[0i64, 1i64, 2i64, 2i64], [1i64, 1i64, 1i64, 0i64]] }
entry histograms [n] [m] (xss: [n][m]i64) (k: i64): [n][m]i64 =
  map (\xs -> loop ys = replicate m 0i64 for i < k do reduce_by_index ys (+) 0 (map (+ i) xs) (map (const 1) xs)) xss

-- An accumulator of two arrays.
-- ==
-- entry: pairs
-- input { [[1i64, 0i64, 7i64], [2i64, 2i64, 1i64]] 2i64 }
-- output { [[4i64, 3i64, 0i64], [0i64, 5i64, 4i64]] [[1i64, 0i64, 0i64], [0i64, 2i64, 1i64]] }
entry pairs [n] [m] (xss: [n][m]i64) (k: i64): ([n][m]i64, [n][m]i64) =
  let rows =
    map (\xs ->
      loop zs = replicate m (0i64, 0i64) for i < k do
        reduce_by_index zs (\(a, b) (c, d) -> (i64.max a c, i64.max b d)) (0, 0) xs (map (\j -> (j + i + 2, j)) (iota m))) xss
  in (map (map (.0)) rows, map (map (.1)) rows)
