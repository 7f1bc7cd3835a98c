-- Searches, lines, sorts, words and streams as other people would write them, some three levels deep.
-- The counts are those of all together.
-- after: fuse_flat
-- count: 16 segs
-- count: 2 fills
-- count: 20 launches
-- count: 1 reads
-- count: 3 arrays

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
