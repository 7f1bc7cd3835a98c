-- Searches, lines, sorts, words and streams as other people would write them, some three levels deep.

-- lines: nested map then flatten, tuples
entry lines [n] (h: i64) (w: i64) (lines: [n]((i64, i64), (i64, i64))): [h][w]i32 =
  let steps ((x1, y1), (x2, y2)) = 1 + i64.max (i64.abs (x2 - x1)) (i64.abs (y2 - y1))
  let point ((x1, y1), (x2, y2)) k i = (x1 + (x2 - x1) * i / i64.max 1 (k - 1), y1 + (y2 - y1) * i / i64.max 1 (k - 1))
  let points = flatten (map (\l -> let k = steps l in map (point l k) (iota k)) lines)
  let places = map (\(x, y) -> if 0 <= x && x < w && 0 <= y && y < h then y * w + x else -1) points
  in unflatten (scatter (replicate (h * w) 0i32) places (map (const 1) points))

-- radix: one-bit split by two scans
entry split [n] (bit: i32) (xs: [n]u32): [n]u32 =
  let isset = map (\x -> i64.u32 ((x >> u32.i32 bit) & 1)) xs
  let zeros = map (1 -) isset
  let ps0 = map2 (*) zeros (scan (+) 0 zeros)
  let ps1 = map2 (*) isset (map (+ i64.sum zeros) (scan (+) 0 isset))
  in scatter (copy xs) (map2 (\a b -> a + b - 1) ps0 ps1) xs

-- levenshtein with a scan-free inner loop and tuples
entry lev [n] (as: [n][?]u8) (bs: [n][?]u8): [n]i64 =
  map2 (\a b ->
    let first = map id (iota (length b + 1))
    let final = loop row = first for i < length a do
      let (row, _) = loop (row, diag) = (copy row, i) for j < length b do
        let up = row[j + 1]
        let here = i64.min (1 + i64.min up (if j == 0 then i + 1 else row[j])) (diag + i64.bool (a[i] != b[j]))
        in (row with [j + 1] = here, up)
      in row with [0] = i + 1
    in last final) as bs

-- k-mers counted with comprehension group
entry windows [n] (k: i64) (xs: [n]i64): []i64 =
  [ i64.sum [ xs[i + j] | j <- iota k ] | i <- iota (i64.max 0 (n - k + 1)) ]

-- md5-like: rows of bytes to a row of four
entry hash [n] (rows: [n][?]u8): [n][4]u32 =
  map (\r -> let (a, b, c, d) = loop (a, b, c, d) = (1u32, 2u32, 3u32, 4u32) for x in r do
                (d, a + u32.u8 x * 31, b ^ a, c + (d << 3))
             in [a, b, c, d]) rows

-- softmax 3 deep
entry softmax3 [n] (xsss: [n][?][?]f64): [n][?][?]f64 =
  map (map (\xs -> let m = f64.maximum xs
                   let es = map (\x -> f64.exp (x - m)) xs
                   in map (/ f64.sum es) es)) xsss

-- streams
entry stream [n] (xs: [n]f64): (f64, f64) =
  stream_fold (\(a, b) (c, d) -> (a + c, f64.max b d)) (\(a, b) c -> (a + f64.sum c, f64.max b (f64.maximum c))) (0, -f64.inf) xs

-- ragged: 3 deep means of filter
entry filter_means [n] (xsss: [n][?][?]f64): [n][?]f64 =
  map (map (\xs -> let ys = filter (> 0) xs in if null ys then 0 else f64.sum ys / f64.i64 (length ys))) xsss

-- groups as rows: per-row histogram
entry row_hist [n] (k: i64) (xss: [n][?]i64): [n][k]i64 =
  map (\xs -> reduce_by_index (replicate k 0) (+) 0 xs (map (const 1) xs)) xss

-- bitonic step with helper
entry swap [m] [n] (d: i64) (xss: [m][n]i32): [m][n]i32 =
  let at xs i = let j = i ^ d in if j >= n then xs[i] else if i < j then i32.min xs[i] xs[j] else i32.max xs[i] xs[j]
  in map (\xs -> map (at xs) (iota n)) xss

-- joined rows: pairs of rows added elementwise
entry merge [n] (xss: [n][?]i64) (yss: [n][?]i64): [n][?]i64 = map2 (\xs ys -> map (* 2) xs ++ map (+ 1) ys) xss yss

-- ==
-- entry: split
-- input { 0i32 empty([0]u32) }
-- output { empty([0]u32) }

-- ==
-- entry: split
-- input { 0i32 [0u32, 2u32, 2u32] }
-- output { [0u32, 2u32, 2u32] }

-- ==
-- entry: split
-- input { 0i32 empty([0]u32) }
-- output { empty([0]u32) }

-- ==
-- entry: split
-- input { 0i32 [3u32, 0u32, 0u32, 2u32, 3u32, 3u32, 2u32, 0u32, 0u32, 1u32, 1u32, 3u32, 1u32, 1u32, 0u32, 2u32, 0u32, 0u32, 1u32, 0u32, 1u32, 0u32, 3u32, 2u32, 3u32, 3u32, 3u32, 1u32] }
-- output { [0u32, 0u32, 2u32, 2u32, 0u32, 0u32, 0u32, 2u32, 0u32, 0u32, 0u32, 0u32, 2u32, 3u32, 3u32, 3u32, 1u32, 1u32, 3u32, 1u32, 1u32, 1u32, 1u32, 3u32, 3u32, 3u32, 3u32, 1u32] }

-- ==
-- entry: split
-- input { 0i32 [3u32, 2u32, 1u32, 1u32, 2u32, 2u32, 1u32, 0u32, 3u32, 3u32, 3u32, 0u32, 0u32, 2u32, 3u32, 0u32, 0u32, 0u32, 2u32, 2u32, 3u32, 1u32, 1u32, 2u32, 2u32, 2u32, 0u32, 3u32, 3u32, 0u32, 3u32, 3u32, 2u32, 3u32, 0u32, 2u32, 0u32, 1u32, 3u32, 0u32, 0u32, 1u32, 3u32, 1u32, 3u32, 2u32, 1u32, 1u32, 0u32, 0u32, 0u32, 3u32, 3u32, 0u32, 3u32, 2u32, 1u32, 2u32, 3u32, 2u32, 1u32] }
-- output { [2u32, 2u32, 2u32, 0u32, 0u32, 0u32, 2u32, 0u32, 0u32, 0u32, 2u32, 2u32, 2u32, 2u32, 2u32, 0u32, 0u32, 2u32, 0u32, 2u32, 0u32, 0u32, 0u32, 2u32, 0u32, 0u32, 0u32, 0u32, 2u32, 2u32, 2u32, 3u32, 1u32, 1u32, 1u32, 3u32, 3u32, 3u32, 3u32, 3u32, 1u32, 1u32, 3u32, 3u32, 3u32, 3u32, 3u32, 1u32, 3u32, 1u32, 3u32, 1u32, 3u32, 1u32, 1u32, 3u32, 3u32, 3u32, 1u32, 3u32, 1u32] }

-- ==
-- entry: lev
-- input { empty([0][0]u8) empty([0][0]u8) }
-- output { empty([0]i64) }

-- ==
-- entry: lev
-- input { [[2u8, 3u8, 2u8]] [[1u8, 3u8, 3u8]] }
-- output { [2i64] }

-- ==
-- entry: lev
-- input { [empty([0]u8)] [empty([0]u8)] }
-- output { [0i64] }

-- ==
-- entry: lev
-- input { [[0u8, 2u8], empty([0]u8), [3u8, 1u8, 0u8, 1u8, 2u8], [3u8], empty([0]u8), empty([0]u8), [0u8, 2u8, 3u8, 2u8, 1u8, 1u8, 0u8, 3u8, 1u8, 0u8, 3u8, 1u8, 2u8, 0u8, 3u8, 1u8, 0u8], [1u8, 2u8, 2u8]] [[0u8, 0u8, 3u8], [2u8, 3u8, 0u8, 2u8, 1u8, 0u8, 3u8, 1u8, 0u8, 0u8, 3u8, 2u8, 0u8, 3u8, 1u8, 2u8, 0u8], empty([0]u8), empty([0]u8), [2u8], [1u8, 1u8, 2u8, 3u8, 2u8], empty([0]u8), [2u8, 0u8]] }
-- output { [2i64, 17i64, 5i64, 1i64, 1i64, 5i64, 17i64, 2i64] }

-- ==
-- entry: lev
-- input { [empty([0]u8), [1u8, 3u8, 3u8, 2u8, 0u8, 2u8, 0u8, 2u8, 3u8, 0u8, 3u8, 0u8, 1u8, 0u8, 1u8, 3u8, 1u8, 1u8, 2u8, 1u8, 0u8, 3u8, 1u8, 1u8, 3u8, 3u8, 1u8, 3u8, 1u8, 2u8, 3u8, 0u8, 3u8, 2u8, 0u8, 3u8, 2u8, 2u8, 1u8, 0u8, 2u8, 2u8, 2u8, 0u8, 2u8, 2u8, 2u8, 1u8, 1u8, 3u8, 3u8, 2u8, 2u8, 3u8, 3u8, 1u8, 1u8, 0u8, 2u8, 0u8], [0u8]] [[1u8], [3u8, 3u8, 0u8, 3u8, 1u8, 2u8, 1u8, 3u8, 0u8, 0u8, 3u8, 2u8, 1u8, 2u8, 1u8, 3u8, 2u8, 2u8, 2u8, 3u8, 2u8, 1u8, 1u8, 0u8, 3u8, 2u8, 1u8, 0u8, 3u8, 2u8, 2u8, 0u8, 2u8, 1u8, 2u8, 3u8, 1u8, 3u8, 1u8, 3u8, 3u8, 2u8, 0u8, 1u8, 0u8, 3u8, 1u8, 0u8, 2u8, 2u8, 0u8, 0u8, 2u8, 3u8, 0u8, 1u8, 1u8, 2u8, 2u8, 1u8], empty([0]u8)] }
-- output { [1i64, 35i64, 1i64] }

-- ==
-- entry: windows
-- input { 3i64 empty([0]i64) }
-- output { empty([0]i64) }

-- ==
-- entry: windows
-- input { 3i64 [-2i64, -4i64, 0i64] }
-- output { [-6i64] }

-- ==
-- entry: windows
-- input { 3i64 empty([0]i64) }
-- output { empty([0]i64) }

-- ==
-- entry: windows
-- input { 3i64 [-3i64, 4i64, 4i64, -4i64, -4i64, -3i64, -4i64, -2i64, 1i64, 2i64, 0i64, -4i64, -1i64, 4i64, 2i64, -2i64, 1i64, -1i64, 1i64, 1i64, -4i64, -2i64, -2i64, -3i64, 0i64, 4i64, -2i64, -2i64] }
-- output { [5i64, 4i64, -4i64, -11i64, -11i64, -9i64, -5i64, 1i64, 3i64, -2i64, -5i64, -1i64, 5i64, 4i64, 1i64, -2i64, 1i64, 1i64, -2i64, -5i64, -8i64, -7i64, -5i64, 1i64, 2i64, 0i64] }

-- ==
-- entry: windows
-- input { 3i64 [2i64, -2i64, -2i64, 3i64, 0i64, 2i64, 3i64, 1i64, 0i64, 1i64, 1i64, -4i64, 0i64, 2i64, 3i64, 4i64, -1i64, 0i64, -3i64, -3i64, -3i64, -3i64, 2i64, -3i64, 1i64, -2i64, 3i64, 2i64, -4i64, 3i64, 1i64, 1i64, 0i64, -3i64, 4i64, 4i64, -1i64, -3i64, 3i64, -2i64, -3i64, 1i64, 0i64, -2i64, -1i64, -4i64, 2i64, -3i64, -2i64, 3i64, -3i64, -1i64, 3i64, -3i64, 0i64, -4i64, -3i64, 4i64, -1i64, -1i64, 2i64] }
-- output { [-2i64, -1i64, 1i64, 5i64, 5i64, 6i64, 4i64, 2i64, 2i64, -2i64, -3i64, -2i64, 5i64, 9i64, 6i64, 3i64, -4i64, -6i64, -9i64, -9i64, -4i64, -4i64, 0i64, -4i64, 2i64, 3i64, 1i64, 1i64, 0i64, 5i64, 2i64, -2i64, 1i64, 5i64, 7i64, 0i64, -1i64, -2i64, -2i64, -4i64, -2i64, -1i64, -3i64, -7i64, -3i64, -5i64, -3i64, -2i64, -2i64, -1i64, -1i64, -1i64, 0i64, -7i64, -7i64, -3i64, 0i64, 2i64, 0i64] }

-- ==
-- entry: hash
-- input { empty([0][0]u8) }
-- output { empty([0][4]u32) }

-- ==
-- entry: hash
-- input { [[0u8, 2u8, 3u8]] }
-- output { [[283u32, 128u32, 97u32, 2269u32]] }

-- ==
-- entry: hash
-- input { [empty([0]u8)] }
-- output { [[1u32, 2u32, 3u32, 4u32]] }

-- ==
-- entry: hash
-- input { [[3u8, 3u8], empty([0]u8), [3u8, 0u8, 2u8, 2u8, 3u8], [1u8], empty([0]u8), empty([0]u8), [3u8, 3u8, 1u8, 3u8, 0u8, 1u8, 3u8, 3u8, 0u8, 0u8, 1u8, 3u8, 0u8, 1u8, 0u8, 0u8, 1u8], [3u8, 2u8, 3u8]] }
-- output { [[35u32, 97u32, 90u32, 283u32], [1u32, 2u32, 3u32, 4u32], [18871u32, 2447u32, 2155u32, 151346u32], [4u32, 32u32, 3u32, 35u32], [1u32, 2u32, 3u32, 4u32], [1u32, 2u32, 3u32, 4u32], [2048501287u32, 871829995u32, 1563978000u32, 572839016u32], [283u32, 128u32, 97u32, 2354u32]] }

-- ==
-- entry: hash
-- input { [empty([0]u8), [3u8, 2u8, 0u8, 1u8, 1u8, 3u8, 2u8, 3u8, 0u8, 1u8, 3u8, 2u8, 1u8, 0u8, 3u8, 0u8, 3u8, 1u8, 2u8, 3u8, 3u8, 3u8, 3u8, 1u8, 2u8, 2u8, 3u8, 3u8, 0u8, 0u8, 0u8, 1u8, 3u8, 1u8, 2u8, 2u8, 3u8, 0u8, 2u8, 2u8, 3u8, 0u8, 0u8, 0u8, 0u8, 0u8, 1u8, 0u8, 1u8, 3u8, 3u8, 2u8, 3u8, 1u8, 2u8, 1u8, 1u8, 0u8, 2u8, 2u8], [0u8]] }
-- output { [[1u32, 2u32, 3u32, 4u32], [1997072566u32, 1830400894u32, 1702627047u32, 3360397036u32], [4u32, 1u32, 3u32, 35u32]] }

-- ==
-- entry: softmax3
-- input { empty([0][0][0]f64) }
-- output { empty([0][?][?]f64) }

-- ==
-- entry: softmax3
-- input { [[[8.0f64, -3.0f64]]] }
-- output { [[[0.999983298578152f64, 1.670142184809518e-5f64]]] }

-- ==
-- entry: softmax3
-- input { [empty([0][0]f64)] }
-- output { empty([1][0][?]f64) }

-- ==
-- entry: softmax3
-- input { [[[3.5f64, -3.5f64], empty([0]f64), [-9.5f64, 5.0f64, 0.5f64]], empty([0][0]f64), [empty([0]f64)], [[-5.5f64], [6.5f64, 1.5f64, 2.5f64, -9.0f64]], [[-5.0f64, -1.0f64, -0.5f64, 4.0f64, -7.5f64, -9.5f64, -4.5f64]]] }
-- output { [[[0.9990889488055994f64, 0.0009110511944006454f64], empty([0]f64), [4.988061749256567e-7f64, 0.9890125640435868f64, 0.010986937150238353f64]], empty([0][?]f64), [empty([0]f64)], [[1.0f64], [0.9755585783640608f64, 0.006573261995520208f64, 0.017867978636123022f64, 1.8100429600226016e-7f64]], [[0.00012120564039538012f64, 0.006617603739170291f64, 0.01091058404583476f64, 0.9821394766192862f64, 9.949164825063548e-6f64, 1.3464730395677195e-6f64, 0.00019983431744869385f64]]] }

-- ==
-- entry: stream
-- input { empty([0]f64) }
-- output { 0.0f64 -f64.inf }

-- ==
-- entry: stream
-- input { [-9.5f64, 7.5f64, 3.0f64] }
-- output { 1.0f64 7.5f64 }

-- ==
-- entry: stream
-- input { empty([0]f64) }
-- output { 0.0f64 -f64.inf }

-- ==
-- entry: stream
-- input { [4.5f64, -3.5f64, -4.0f64, -1.5f64, -4.0f64, -0.5f64, 7.5f64, 6.5f64, 1.0f64, -2.5f64, 1.5f64, 1.0f64, -2.5f64, -8.5f64, 9.5f64, 5.5f64, 2.5f64, 1.0f64, -5.5f64, -5.5f64, -2.5f64, 5.5f64, 2.0f64, -9.0f64, -7.0f64, -5.0f64, 2.5f64, -7.0f64] }
-- output { -18.0f64 9.5f64 }

-- ==
-- entry: stream
-- input { [3.0f64, 8.5f64, 2.0f64, -3.0f64, 9.5f64, 0.0f64, -6.0f64, 8.5f64, 9.0f64, -5.5f64, -10.0f64, -4.0f64, 4.0f64, 10.0f64, -4.0f64, -8.5f64, -10.0f64, 1.5f64, -2.0f64, 5.5f64, 5.5f64, 5.5f64, -8.0f64, 4.0f64, 7.5f64, -8.0f64, 0.0f64, -4.5f64, 8.5f64, 6.5f64, -9.0f64, 8.0f64, -8.0f64, 10.0f64, -9.5f64, 8.0f64, 0.0f64, -7.0f64, -6.5f64, 5.0f64, -10.0f64, 7.0f64, -2.5f64, 9.0f64, 4.5f64, -9.5f64, -2.5f64, 2.0f64, 1.0f64, -6.5f64, -9.0f64, -6.5f64, -4.0f64, 5.0f64, 0.0f64, -1.5f64, -3.0f64, 1.5f64, 8.0f64, 4.5f64, 8.5f64] }
-- output { 12.5f64 10.0f64 }

-- ==
-- entry: filter_means
-- input { empty([0][0][0]f64) }
-- output { empty([0][?]f64) }

-- ==
-- entry: filter_means
-- input { [[[-4.0f64, 5.5f64]]] }
-- output { [[5.5f64]] }

-- ==
-- entry: filter_means
-- input { [empty([0][0]f64)] }
-- output { empty([1][0]f64) }

-- ==
-- entry: filter_means
-- input { [[[8.5f64, -7.0f64], empty([0]f64), [-7.5f64, -9.5f64, -9.0f64]], empty([0][0]f64), [empty([0]f64)], [[0.5f64], [9.0f64, 3.5f64, 4.0f64, 7.0f64]], [[-1.5f64, 6.0f64, 8.5f64, 1.5f64, 2.5f64, 3.0f64, -9.0f64]]] }
-- output { [[8.5f64, 0.0f64, 0.0f64], empty([0]f64), [0.0f64], [0.5f64, 5.875f64], [4.3f64]] }

-- ==
-- entry: row_hist
-- input { 4i64 empty([0][0]i64) }
-- output { empty([0][4]i64) }

-- ==
-- entry: row_hist
-- input { 4i64 [[1i64, 2i64, -4i64]] }
-- output { [[0i64, 1i64, 1i64, 0i64]] }

-- ==
-- entry: row_hist
-- input { 4i64 [empty([0]i64)] }
-- output { [[0i64, 0i64, 0i64, 0i64]] }

-- ==
-- entry: row_hist
-- input { 4i64 [[0i64, -1i64], empty([0]i64), [1i64, 3i64, 3i64, 4i64, -3i64], [-1i64], empty([0]i64), empty([0]i64), [2i64, -4i64, -3i64, 4i64, -2i64, 2i64, -4i64, 1i64, -4i64, 0i64, 4i64, 2i64, 4i64, 3i64, 4i64, 2i64, 3i64], [4i64, -4i64, 4i64]] }
-- output { [[1i64, 0i64, 0i64, 0i64], [0i64, 0i64, 0i64, 0i64], [0i64, 1i64, 0i64, 2i64], [0i64, 0i64, 0i64, 0i64], [0i64, 0i64, 0i64, 0i64], [0i64, 0i64, 0i64, 0i64], [1i64, 1i64, 4i64, 2i64], [0i64, 0i64, 0i64, 0i64]] }

-- ==
-- entry: row_hist
-- input { 4i64 [empty([0]i64), [-1i64, -1i64, -1i64, -2i64, -1i64, -3i64, 2i64, 3i64, -4i64, 0i64, 3i64, -1i64, -4i64, -1i64, -4i64, 4i64, 2i64, -2i64, -2i64, 2i64, 0i64, -2i64, 1i64, 4i64, -3i64, 1i64, 0i64, -1i64, 1i64, 4i64, 1i64, -2i64, 2i64, -2i64, 3i64, -1i64, 1i64, -4i64, -2i64, 4i64, 4i64, 0i64, 0i64, -2i64, -3i64, 3i64, -3i64, -3i64, 4i64, -2i64, 0i64, 1i64, 0i64, -4i64, 3i64, -1i64, 3i64, -1i64, 3i64, -2i64], [4i64]] }
-- output { [[0i64, 0i64, 0i64, 0i64], [7i64, 6i64, 4i64, 7i64], [0i64, 0i64, 0i64, 0i64]] }

-- ==
-- entry: swap
-- input { 2i64 empty([0][8]i32) }
-- output { empty([0][8]i32) }

-- ==
-- entry: swap
-- input { 2i64 [[3i32, 1i32, 4i32, 1i32, 4i32, 0i32, 3i32, -3i32]] }
-- output { [[3i32, 1i32, 4i32, 1i32, 3i32, -3i32, 4i32, 0i32]] }

-- ==
-- entry: swap
-- input { 2i64 [[-2i32, 1i32, 0i32, 4i32, -3i32, 0i32, 1i32, 0i32]] }
-- output { [[-2i32, 1i32, 0i32, 4i32, -3i32, 0i32, 1i32, 0i32]] }

-- ==
-- entry: swap
-- input { 2i64 [[-1i32, -3i32, 4i32, 2i32, 2i32, -1i32, 2i32, 3i32], [4i32, -1i32, 0i32, 2i32, 0i32, -3i32, 1i32, -2i32], [2i32, -4i32, -2i32, -3i32, 0i32, 4i32, -2i32, 2i32], [-1i32, 1i32, -3i32, 1i32, -3i32, -4i32, 3i32, -2i32], [4i32, -3i32, 1i32, -1i32, 3i32, 2i32, -1i32, 3i32], [-3i32, -4i32, -1i32, -2i32, -3i32, -3i32, 1i32, -2i32], [1i32, -3i32, 3i32, 1i32, -2i32, 4i32, -3i32, 1i32], [-3i32, -3i32, -1i32, -1i32, 1i32, 1i32, -2i32, 3i32]] }
-- output { [[-1i32, -3i32, 4i32, 2i32, 2i32, -1i32, 2i32, 3i32], [0i32, -1i32, 4i32, 2i32, 0i32, -3i32, 1i32, -2i32], [-2i32, -4i32, 2i32, -3i32, -2i32, 2i32, 0i32, 4i32], [-3i32, 1i32, -1i32, 1i32, -3i32, -4i32, 3i32, -2i32], [1i32, -3i32, 4i32, -1i32, -1i32, 2i32, 3i32, 3i32], [-3i32, -4i32, -1i32, -2i32, -3i32, -3i32, 1i32, -2i32], [1i32, -3i32, 3i32, 1i32, -3i32, 1i32, -2i32, 4i32], [-3i32, -3i32, -1i32, -1i32, -2i32, 1i32, 1i32, 3i32]] }

-- ==
-- entry: swap
-- input { 2i64 [[0i32, 2i32, 3i32, 3i32, -1i32, -2i32, 2i32, 4i32], [-4i32, -2i32, -2i32, 1i32, -1i32, -4i32, 0i32, -1i32], [2i32, -4i32, -2i32, 3i32, 0i32, -2i32, -3i32, 3i32]] }
-- output { [[0i32, 2i32, 3i32, 3i32, -1i32, -2i32, 2i32, 4i32], [-4i32, -2i32, -2i32, 1i32, -1i32, -4i32, 0i32, -1i32], [-2i32, -4i32, 2i32, 3i32, -3i32, -2i32, 0i32, 3i32]] }

-- ==
-- entry: merge
-- input { empty([0][0]i64) empty([0][0]i64) }
-- output { empty([0][?]i64) }

-- ==
-- entry: merge
-- input { [[3i64, -4i64, -2i64]] [[-1i64, -3i64, -1i64]] }
-- output { [[6i64, -8i64, -4i64, 0i64, -2i64, 0i64]] }

-- ==
-- entry: merge
-- input { [empty([0]i64)] [empty([0]i64)] }
-- output { empty([1][0]i64) }

-- ==
-- entry: merge
-- input { [[-2i64, 2i64], empty([0]i64), [1i64, -4i64, 4i64, -1i64, 0i64], [0i64], empty([0]i64), empty([0]i64), [-3i64, -4i64, -3i64, 1i64, 2i64, 0i64, -4i64, 0i64, -1i64, -3i64, -4i64, -3i64, 0i64, 1i64, 4i64, -1i64, 3i64], [4i64, -3i64, -3i64]] [[-1i64, 1i64, 4i64], [2i64, 2i64, -4i64, 2i64, 2i64, -2i64, 4i64, -1i64, 1i64, 2i64, 1i64, -3i64, 4i64, 1i64, -1i64, -3i64, -1i64], empty([0]i64), empty([0]i64), [0i64], [0i64, 0i64, -3i64, -2i64, -3i64], empty([0]i64), [2i64, -2i64]] }
-- output { [[-4i64, 4i64, 0i64, 2i64, 5i64], [3i64, 3i64, -3i64, 3i64, 3i64, -1i64, 5i64, 0i64, 2i64, 3i64, 2i64, -2i64, 5i64, 2i64, 0i64, -2i64, 0i64], [2i64, -8i64, 8i64, -2i64, 0i64], [0i64], [1i64], [1i64, 1i64, -2i64, -1i64, -2i64], [-6i64, -8i64, -6i64, 2i64, 4i64, 0i64, -8i64, 0i64, -2i64, -6i64, -8i64, -6i64, 0i64, 2i64, 8i64, -2i64, 6i64], [8i64, -6i64, -6i64, 3i64, -1i64]] }

-- ==
-- entry: merge
-- input { [empty([0]i64), [-2i64, 0i64, 1i64, -1i64, 2i64, -4i64, -4i64, 0i64, 1i64, 2i64, -1i64, 1i64, -3i64, -4i64, 3i64, 1i64, 4i64, -3i64, 1i64, 3i64, 3i64, 2i64, 4i64, -3i64, 0i64, 3i64, -1i64, 2i64, 0i64, -4i64, -3i64, 1i64, 1i64, 2i64, 1i64, 4i64, 0i64, -1i64, -3i64, 0i64, -2i64, 0i64, -2i64, -3i64, -1i64, -3i64, -2i64, 1i64, -3i64, -2i64, 4i64, 0i64, 0i64, 2i64, -3i64, 2i64, 0i64, 2i64, 3i64, 2i64], [-1i64]] [[-3i64], [-2i64, -1i64, 1i64, -1i64, 4i64, -1i64, 0i64, 2i64, -2i64, 3i64, 1i64, 2i64, 2i64, -2i64, 0i64, 1i64, -3i64, 4i64, 1i64, -2i64, 2i64, -3i64, 2i64, -3i64, 4i64, 4i64, 0i64, -2i64, -4i64, 4i64, 3i64, 4i64, -1i64, -4i64, 3i64, 3i64, -3i64, 1i64, 1i64, -2i64, -1i64, 3i64, 4i64, -4i64, 0i64, -2i64, 3i64, -3i64, 2i64, 1i64, 1i64, 4i64, -2i64, 4i64, 0i64, -1i64, -1i64, -2i64, -2i64, -2i64], empty([0]i64)] }
-- output { [[-2i64], [-4i64, 0i64, 2i64, -2i64, 4i64, -8i64, -8i64, 0i64, 2i64, 4i64, -2i64, 2i64, -6i64, -8i64, 6i64, 2i64, 8i64, -6i64, 2i64, 6i64, 6i64, 4i64, 8i64, -6i64, 0i64, 6i64, -2i64, 4i64, 0i64, -8i64, -6i64, 2i64, 2i64, 4i64, 2i64, 8i64, 0i64, -2i64, -6i64, 0i64, -4i64, 0i64, -4i64, -6i64, -2i64, -6i64, -4i64, 2i64, -6i64, -4i64, 8i64, 0i64, 0i64, 4i64, -6i64, 4i64, 0i64, 4i64, 6i64, 4i64, -1i64, 0i64, 2i64, 0i64, 5i64, 0i64, 1i64, 3i64, -1i64, 4i64, 2i64, 3i64, 3i64, -1i64, 1i64, 2i64, -2i64, 5i64, 2i64, -1i64, 3i64, -2i64, 3i64, -2i64, 5i64, 5i64, 1i64, -1i64, -3i64, 5i64, 4i64, 5i64, 0i64, -3i64, 4i64, 4i64, -2i64, 2i64, 2i64, -1i64, 0i64, 4i64, 5i64, -3i64, 1i64, -1i64, 4i64, -2i64, 3i64, 2i64, 2i64, 5i64, -1i64, 5i64, 1i64, 0i64, 0i64, -1i64, -1i64, -1i64], [-2i64]] }
