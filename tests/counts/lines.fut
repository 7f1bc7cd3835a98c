-- Straight lines on a canvas. The expansion of lines to points is written out.

def size (x1: i32) (y1: i32) (x2: i32) (y2: i32): i64 = 1 + i64.i32 (i32.max (i32.abs (x2 - x1)) (i32.abs (y2 - y1)))

entry lines [n] (h: i64) (w: i64) (x1: [n]i32) (y1: [n]i32) (x2: [n]i32) (y2: [n]i32): [h][w]i32 =
  let sizes = map4 size x1 y1 x2 y2
  let ends = scan (+) 0 sizes
  let total = if n == 0 then 0 else ends[n - 1]
  let starts = map2 (-) ends sizes
  let marks = reduce_by_index (replicate total 0) i64.max 0 starts (iota n)
  let sources = scan i64.max 0 marks
  let places =
    map2 (\t l ->
            let step = i32.i64 (t - starts[l])
            let steps = i32.max 1 (i32.i64 sizes[l] - 1)
            let x = i64.i32 (x1[l] + (x2[l] - x1[l]) * step / steps)
            let y = i64.i32 (y1[l] + (y2[l] - y1[l]) * step / steps)
            in if x >= 0 && x < w && y >= 0 && y < h then y * w + x else -1)
         (iota total) sources
  in unflatten (scatter (replicate (h * w) 0) places (replicate total 1))

entry lines_data (n: i64): (i64, i64, [n]i32, [n]i32, [n]i32, [n]i32) =
  let at k m = map (\i -> i32.i64 (i * k % m)) (iota n)
  in (20, 30, at 7 30, at 5 20, at 11 30, at 3 20)
-- One long line among points.
entry lines_skewed (n: i64): (i64, i64, [n]i32, [n]i32, [n]i32, [n]i32) =
  let at k m = map (\i -> i32.i64 (i * k % m)) (iota n)
  in (20, 30, at 7 30, at 5 20, map2 (\i x -> if i == n / 2 then i32.i64 (3 * n) else x) (iota n) (at 7 30), at 5 20)

-- The cases below are written by oracle.py.

-- ==
-- entry: lines
-- input { 2i64 3i64 empty([0]i32) empty([0]i32) empty([0]i32) empty([0]i32) }
-- output { [[0i32, 0i32, 0i32], [0i32, 0i32, 0i32]] }
-- input { 3i64 4i64 [0i32, 3i32] [0i32, 2i32] [3i32, 3i32] [2i32, 0i32] }
-- output { [[1i32, 1i32, 0i32, 1i32], [0i32, 0i32, 1i32, 1i32], [0i32, 0i32, 0i32, 1i32]] }
-- input { 4i64 6i64 [-1i32, 2i32, 5i32, 0i32] [1i32, 2i32, 0i32, 3i32] [7i32, 2i32, 1i32, 3i32] [2i32, 2i32, 3i32, 0i32] }
-- output { [[0i32, 0i32, 0i32, 1i32, 1i32, 1i32], [1i32, 1i32, 1i32, 1i32, 1i32, 1i32], [0i32, 1i32, 1i32, 0i32, 0i32, 0i32], [1i32, 1i32, 0i32, 0i32, 0i32, 0i32]] }
