-- Elements, rows and ranges of irregular arrays replaced in place, alone and inside of maps and loops.
-- ==
-- entry: elem
-- input { [[1i64, 2i64], [], [3i64]] 2i64 0i64 9i64 }
-- output { [[1i64, 2i64], [], [9i64]] }
-- input { [[1i64, 2i64], [], [3i64]] 1i64 0i64 9i64 }
-- error: out of bounds

-- ==
-- entry: elem3
-- input { [[[1i64, 2i64], []], [], [[3i64]]] 0i64 0i64 1i64 9i64 }
-- output { [[[1i64, 9i64], []], [], [[3i64]]] }

-- ==
-- entry: row
-- input { [[1i64, 2i64], [], [3i64]] 0i64 [7i64, 8i64] }
-- output { [[7i64, 8i64], [], [3i64]] }
-- input { [[1i64, 2i64], [], [3i64]] 1i64 [7i64, 8i64] }
-- error: size

-- ==
-- entry: row3
-- input { [[[1i64, 2i64], []], [], [[3i64]]] 0i64 [[4i64, 5i64], []] }
-- output { [[[4i64, 5i64], []], [], [[3i64]]] }
-- input { [[[1i64, 2i64], []], [], [[3i64]]] 0i64 [[4i64], [5i64]] }
-- error: size

-- ==
-- entry: row33
-- input { [[[1i64, 2i64], []], [], [[3i64]]] 0i64 0i64 [4i64, 5i64] }
-- output { [[[4i64, 5i64], []], [], [[3i64]]] }

-- ==
-- entry: inmap
-- input { [[[1i64, 2i64], [3i64]], [[4i64]]] }
-- output { [[[0i64, 2i64], [3i64]], [[0i64]]] }

-- ==
-- entry: inmap_loop
-- input { [[[1i64, 2i64], [3i64]], [[4i64]]] }
-- output { [[[0i64, 2i64], [0i64]], [[0i64]]] }

-- ==
-- entry: inmap_row
-- input { [[[1i64, 2i64], [3i64]], [[4i64]]] }
-- output { [[[5i64, 5i64], [3i64]], [[5i64]]] }

-- ==
-- entry: inmap_rowloop
-- input { [[[1i64, 2i64], [3i64]], [[4i64]]] }
-- output { [[[5i64, 5i64], [6i64]], [[5i64]]] }

-- ==
-- entry: free
-- input { [[1i64, 2i64], [3i64]] }
-- output { [[[0i64, 2i64], [3i64]], [[1i64, 2i64], [0i64]]] }

-- ==
-- entry: records
-- input { [[1i64, 2i64], [3i64]] 0i64 }
-- output { [[9i64, 2i64], [3i64]] [[true, false], [false]] }

-- ==
-- entry: records_elem
-- input { [[1i64, 2i64], [3i64]] 0i64 1i64 }
-- output { [[1i64, 9i64], [3i64]] [[false, true], [false]] }

-- ==
-- entry: sums
-- input { [[1i64, 2i64], [3i64]] 0i64 1i64 }
-- output { [[1i64, -1i64], [3i64]] }

-- ==
-- entry: range
-- input { [[1i64, 2i64], [3i64], [4i64]] }
-- output { [[1i64, 2i64], [7i64], [8i64]] }

-- ==
-- entry: rangerows
-- input { [[1i64, 2i64], [3i64], [4i64]] }
-- output { [[0i64, 2i64], [0i64], [0i64]] }

-- ==
-- entry: hostloop
-- input { [[1i64, 2i64], [3i64], []] }
-- output { [[0i64, 1i64], [0i64], []] }

entry elem [n] (xss: *[n][?]i64) (i: i64) (j: i64) (v: i64): [n][?]i64 = xss with [i,j] = v
entry elem3 [n] (xss: *[n][?][?]i64) (i: i64) (j: i64) (k: i64) (v: i64): [n][?][?]i64 = xss with [i,j,k] = v
entry row [n] [m] (xss: *[n][?]i64) (i: i64) (v: [m]i64): [n][?]i64 = xss with [i] = v
entry row3 [n] [m] (xss: *[n][?][?]i64) (i: i64) (v: [m][?]i64): [n][?][?]i64 = xss with [i] = v
entry row33 [n] [m] (xss: *[n][?][?]i64) (i: i64) (j: i64) (v: [m]i64): [n][?][?]i64 = xss with [i,j] = v
entry inmap [n] (xss: [n][?][?]i64): [n][?][?]i64 = map (\xs -> copy xs with [0,0] = 0) xss
entry inmap_loop [n] (xss: [n][?][?]i64): [n][?][?]i64 = map (\xs -> loop ys = copy xs for i < length xs do ys with [i,0] = 0) xss
entry inmap_row [n] (xss: [n][?][?]i64): [n][?][?]i64 = map (\xs -> copy xs with [0] = map (\_ -> 5) xs[0]) xss
entry inmap_rowloop [n] (xss: [n][?][?]i64): [n][?][?]i64 = map (\xs -> loop ys = copy xs for i < length xs do ys with [i] = map (\_ -> 5+i) ys[i]) xss
entry free [n] (xss: [n][?]i64): [n][?][?]i64 = map (\i -> copy xss with [i,0] = 0) (iota n)
entry records [n] (xss: [n][?]i64) (i: i64): ([n][?]i64, [n][?]bool) =
  let ps = map (map (\x -> (x, false))) xss
  let qs = ps with [i] = map (\(x, _) -> if x == 1 then (9, true) else (x, false)) ps[i]
  in (map (map (.0)) qs, map (map (.1)) qs)
entry records_elem [n] (xss: [n][?]i64) (i: i64) (j: i64): ([n][?]i64, [n][?]bool) =
  let ps = map (map (\x -> (x, false))) xss
  let qs = ps with [i,j] = (9, true)
  in (map (map (.0)) qs, map (map (.1)) qs)
type~ opt = #none | #some i64
entry sums [n] (xss: [n][?]i64) (i: i64) (j: i64): [n][?]i64 =
  let ps : [n][?]opt = map (map (\x -> #some x)) xss
  let qs = ps with [i,j] = #none
  in map (map (\o -> match o case #none -> -1 case #some x -> x)) qs
entry range [n] (xss: *[n][?]i64): [n][?]i64 = xss with [1:3] = [[7], [8]]
entry rangerows [n] (xss: *[n][?]i64): [n][?]i64 = xss with [:,0] = replicate n 0
entry hostloop [n] (xss: *[n][?]i64): [n][?]i64 = loop xss for i < n do loop xss for j < length xss[i] do xss with [i,j] = j

-- ==
-- entry: kept
-- input { [[1i64, 2i64], [], [3i64]] }
-- output { [[9i64, 2i64], [9i64]] }

-- ==
-- entry: kept_flags
-- input { [[3i64, 2i64], [1i64, 2i64], [3i64]] }
-- output { [0i64, 1i64, 2i64] }

-- ==
-- entry: scanned
-- input { [[3i64, 2i64], [1i64, 2i64], [3i64]] }
-- output { [3i64, 4i64, 7i64] }

-- ==
-- entry: kept_rows
-- input { [[[3i64, 2i64], [1i64, 2i64], [3i64]], []] }
-- output { [[1i64], []] }

entry kept [n] (xss: [n][?]i64): [][?]i64 =
  filter (\xs -> length xs > 0) (map (\xs -> if length xs > 0 then copy xs with [0] = 9 else xs) xss)

entry kept_flags [n] (xss: [n][?]i64): []i64 =
  filter (\i -> let ys = copy xss[i] with [0] = xss[i][0] * 2 in (loop ys for k < 2 do ys with [0] = ys[0] - k)[0] % 4 == 1) (iota n)

entry scanned [n] (xss: [n][?]i64): [n]i64 =
  scan (+) 0 (map (\xs -> (loop ys = copy xs for k < 2 do ys with [0] = ys[0] * (k + 1))[0] / 2) xss)

entry kept_rows [n] (xsss: [n][?][?]i64): [n][?]i64 =
  map (\xss -> filter (\i -> (loop ys = copy xss[i] for k < 2 do ys with [0] = ys[0] * 2 - k)[0] % 2 == 1 && length xss[i] > i - 1 && i > 0) (indices xss)) xsss
