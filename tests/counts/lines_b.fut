-- How many lines cross each cell of a canvas: with the prelude's expansion, and with a comprehension.

type line = (i64, i64, i64, i64)

def size ((x1, y1, x2, y2): line): i64 = 1 + i64.max (i64.abs (x2 - x1)) (i64.abs (y2 - y1))
def point ((x1, y1, x2, y2): line) (j: i64): (i64, i64) =
  let steps = i64.max 1 (i64.max (i64.abs (x2 - x1)) (i64.abs (y2 - y1)))
  in (x1 + (x2 - x1) * j / steps, y1 + (y2 - y1) * j / steps)

entry expanded [n] (h: i64) (w: i64) (lines: [n]line): [h][w]i64 =
  let places = map (\(x, y) -> if x >= 0 && x < w && y >= 0 && y < h then y * w + x else -1) (expand size point lines)
  in unflatten (permute (+) (replicate (h * w) 0) places (map (const 1) places))

entry bound [n] (h: i64) (w: i64) (lines: [n]line): [h][w]i64 =
  let places = [ y * w + x | l <- lines, j <- 0..<size l, let (x, y) = point l j, 0 <= x && x < w && 0 <= y && y < h ]
  in unflatten (permute (+) (replicate (h * w) 0) places (map (const 1) places))

def random (n: i64): [n]line = map (\i -> (i * 7 % 30, i * 5 % 20, i * 11 % 30, i * 3 % 20)) (iota n)
entry expanded_data (n: i64): (i64, i64, [n]line) = (20, 30, random n)
entry bound_data (n: i64): (i64, i64, [n]line) = (20, 30, random n)

-- The cases below are written by oracle.py.

-- ==
-- entry: expanded
-- input { 2i64 3i64 empty([0]i64) empty([0]i64) empty([0]i64) empty([0]i64) }
-- output { [[0i64, 0i64, 0i64], [0i64, 0i64, 0i64]] }
-- input { 3i64 4i64 [0i64, 3i64] [0i64, 2i64] [3i64, 3i64] [2i64, 0i64] }
-- output { [[1i64, 1i64, 0i64, 1i64], [0i64, 0i64, 1i64, 1i64], [0i64, 0i64, 0i64, 2i64]] }
-- input { 4i64 6i64 [-1i64, 2i64, 5i64, 0i64] [1i64, 2i64, 0i64, 3i64] [7i64, 2i64, 1i64, 3i64] [2i64, 2i64, 3i64, 0i64] }
-- output { [[0i64, 0i64, 0i64, 1i64, 1i64, 1i64], [1i64, 1i64, 2i64, 2i64, 1i64, 1i64], [0i64, 1i64, 2i64, 0i64, 0i64, 0i64], [1i64, 1i64, 0i64, 0i64, 0i64, 0i64]] }

-- ==
-- entry: bound
-- input { 2i64 3i64 empty([0]i64) empty([0]i64) empty([0]i64) empty([0]i64) }
-- output { [[0i64, 0i64, 0i64], [0i64, 0i64, 0i64]] }
-- input { 3i64 4i64 [0i64, 3i64] [0i64, 2i64] [3i64, 3i64] [2i64, 0i64] }
-- output { [[1i64, 1i64, 0i64, 1i64], [0i64, 0i64, 1i64, 1i64], [0i64, 0i64, 0i64, 2i64]] }
-- input { 4i64 6i64 [-1i64, 2i64, 5i64, 0i64] [1i64, 2i64, 0i64, 3i64] [7i64, 2i64, 1i64, 3i64] [2i64, 2i64, 3i64, 0i64] }
-- output { [[0i64, 0i64, 0i64, 1i64, 1i64, 1i64], [1i64, 1i64, 2i64, 2i64, 1i64, 1i64], [0i64, 1i64, 2i64, 0i64, 0i64, 0i64], [1i64, 1i64, 0i64, 0i64, 0i64, 0i64]] }
