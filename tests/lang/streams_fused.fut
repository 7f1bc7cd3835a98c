-- Streams beside maps, reductions, scans and other streams, with which they become one; and streams that are cut by themselves. Every
-- result is the same for every partitioning: `windrow test --chunk N` has to agree.
-- ==
-- entry: produced used
-- input { 0i64 }
-- output { empty([0]i64) }
-- input { 3i64 }
-- output { [0i64, 2i64, 8i64] }

-- ==
-- entry: figure_10
-- input { 0i64 }
-- output { 0i64 }
-- input { 5i64 }
-- output { 20i64 }
-- input { 100000i64 }
-- output { 166666666650000i64 }

-- ==
-- entry: reduced
-- input { [3i64, 4i64, 1i64] }
-- output { 8i64 }

-- ==
-- entry: scanned
-- input { [[3i64, -4i64, 1i64], [], [2i64]] }
-- output { [[3i64, 3i64, 3i64], [], [2i64]] [0i64, 0i64, 2i64] }

-- ==
-- entry: one_after_another
-- input { [3i64, 4i64, 1i64] }
-- output { 8i64 19i64 [7i64, 9i64, 3i64] }

-- ==
-- entry: side_by_side
-- input { [3i64, 4i64, 1i64] }
-- output { 8i64 4i64 }

-- ==
-- entry: rows_of_rows
-- input { [[1i64, 2i64], [], [3i64]] }
-- output { [[2i64, 3i64], [], [4i64]] 6i64 [2i64, 0i64, 1i64] }

-- ==
-- entry: sequential_rows
-- input { [1i64, 0i64, 2i64] }
-- output { [[0i64], [0i64], [0i64, 1i64, 2i64]] }

-- ==
-- entry: counted
-- input { 40i64 }
-- output { [14i64, 13i64, 13i64] }
-- input { 3000i64 }
-- output { [1000i64, 1000i64, 1000i64] }

-- ==
-- entry: failing
-- input { [1i64, 2i64, 4i64] [0i64, 0i64, 1i64] }
-- output { 7i64 }
-- input { [1i64, 2i64, 4i64] [0i64, 0i64, 3i64] }
-- error: Index \[3\] out of bounds for array of shape \[3\].*row 2

-- Triangular numbers: an expensive formula for the first one, a cheap one for those behind it.
def triangles [m] (c: [m]i64): [m]i64 =
  let before = if m == 0 then 0 else c[0] * (c[0] - 1) / 2
  in scan (+) 0 (map2 (\j i -> if j == 0 then before + i else i) (indices c) c)

def after [m] (a: i64) (c: [m]i64): (i64, [m]i64) = (a + i64.sum c, map (+ a) (scan (+) 0 c))

entry produced (n: i64): []i64 = map (* 2) (map (\t -> t + t / 2) (stream_map triangles (map (\i -> i + 0 * n) (iota n))))
entry used (n: i64): []i64 = let ts = stream_map triangles (iota n) in map2 (\t i -> t * 2 + 2 * i * (i - 1) / 2) ts (iota n)
entry figure_10 (n: i64): i64 = i64.sum (stream_map triangles (iota n))
entry reduced (xs: []i64): i64 = i64.maximum (map (i64.max 0) (stream_seq after 0 xs).1)
entry scanned [n] (xss: [n][?]i64): ([n][?]i64, [n]i64) =
  let scan_of xs = scan i64.max 0 (stream_seq after 0 xs).1
  in (map scan_of xss, map (\xs -> (stream_seq after 0 xs).0) xss)
entry one_after_another [n] (xs: [n]i64): (i64, i64, [n]i64) =
  let (s, ys) = stream_red (+) (\a c -> (a + i64.sum c, map (* 2) c)) 0 xs
  let (t, zs) = stream_red (+) (\a c -> (a + i64.sum (map (+ 1) c), map (+ 1) c)) 0 ys
  in (s, t, zs)
entry side_by_side (xs: []i64): (i64, i64) =
  (stream_fold (+) (\a c -> a + i64.sum c) 0 xs, stream_fold i64.max (\a c -> loop a for x in c do i64.max a x) 0 xs)
entry rows_of_rows [n] (xss: [n][?]i64): ([n][?]i64, i64, [n]i64) =
  let yss = stream_map (map (map (+ 1))) xss
  let s = stream_fold (+) (\a c -> loop a for i < length c do a + i64.sum c[i]) 0 xss
  in (yss, s, map length yss)
entry sequential_rows [n] (xs: [n]i64): [n][?]i64 =
  map (\ys -> map (\y -> y) ys) (stream_seq (\a c -> let (b, s) = after a c in (b, map iota s)) 0 xs).1
entry counted (n: i64): [3]i64 =
  stream_fold (map2 (+)) (\(counts: *[3]i64) c -> loop counts for x in c do counts with [x % 3] = counts[x % 3] + 1)
              (replicate 3 0) (iota n)
entry failing [n] (xs: [n]i64) (is: [n]i64): i64 =
  i64.sum (map (\y -> y + 1) (stream_map (map (\i -> if i == 3 then xs[i] else xs[i % n])) is))
