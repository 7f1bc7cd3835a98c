-- Filled triangles on a canvas; of several at one place the nearest is seen. Triangles become horizontal lines, lines become
-- points, and the points are combined on the canvas.

type corner = (i64, i64)
type triangle = (corner, corner, corner, f32, i32)
type span = (i64, i64)

def both ((a, b): span) ((c, d): span): span = (i64.min a c, i64.max b d)

-- From where to where a line at height y meets an edge; nowhere if it passes below or above.
def edge (y: i64) ((x1, y1): corner) ((x2, y2): corner): span =
  if y1 == y2
  then if y == y1 then (i64.min x1 x2, i64.max x1 x2) else (i64.highest, i64.lowest)
  else if y < i64.min y1 y2 || y > i64.max y1 y2
       then (i64.highest, i64.lowest)
       else let x = x1 + (x2 - x1) * (y - y1) / (y2 - y1) in (x, x)

def heights ((p, q, r, _, _): triangle): span =
  (i64.min p.1 (i64.min q.1 r.1), i64.max p.1 (i64.max q.1 r.1))

entry render [n] (h: i64) (w: i64) (triangles: [n]triangle): ([h][w]f32, [h][w]i32) =
  let points =
    [ (y * w + x, (z, colour))
    | triangle <- triangles, let (p, q, r, z, colour) = triangle, let (low, high) = heights triangle
    , y <- low...high, let (a, b) = both (edge y p q) (both (edge y q r) (edge y r p))
    , x <- a...b, 0 <= x && x < w && 0 <= y && y < h ]
  let (places, shades) = unzip points
  let nearer (z1, c1) (z2, c2) = if z1 < z2 || (z1 == z2 && c1 < c2) then (z1, c1) else (z2, c2)
  let (zs, colours) = unzip (permute nearer (replicate (h * w) (f32.inf, 0)) places shades)
  in (unflatten zs, unflatten colours)

def triangle (i: i64) (size: i64): triangle =
  let (x, y) = (i * 7 % 30, i * 5 % 20)
  in ((x, y), (x + size, y + 1), (x + 1, y + size), f32.i64 (i % 7), i32.i64 i)
entry render_data (n: i64): (i64, i64, [n]triangle) = (20, 30, map (\i -> triangle i (i % 5)) (iota n))
entry render_skewed (n: i64): (i64, i64, [n]triangle) =
  (20, 30, map (\i -> triangle i (if i == n / 2 then n else 0)) (iota n))

-- The cases below are written by oracle.py.

-- ==
-- entry: render
-- input { 4i64 5i64 empty([0]i64) empty([0]i64) empty([0]i64) empty([0]i64) empty([0]i64) empty([0]i64) empty([0]f32) empty([0]i32) }
-- output { [[f32.inf, f32.inf, f32.inf, f32.inf, f32.inf], [f32.inf, f32.inf, f32.inf, f32.inf, f32.inf], [f32.inf, f32.inf, f32.inf, f32.inf, f32.inf], [f32.inf, f32.inf, f32.inf, f32.inf, f32.inf]] [[0i32, 0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32, 0i32]] }
-- input { 4i64 5i64 [0i64] [0i64] [4i64] [1i64] [1i64] [3i64] [2.0f32] [5i32] }
-- output { [[2.0f32, f32.inf, f32.inf, f32.inf, f32.inf], [2.0f32, 2.0f32, 2.0f32, 2.0f32, 2.0f32], [2.0f32, 2.0f32, 2.0f32, f32.inf, f32.inf], [f32.inf, 2.0f32, f32.inf, f32.inf, f32.inf]] [[5i32, 0i32, 0i32, 0i32, 0i32], [5i32, 5i32, 5i32, 5i32, 5i32], [5i32, 5i32, 5i32, 0i32, 0i32], [0i32, 5i32, 0i32, 0i32, 0i32]] }
-- input { 4i64 5i64 [-1i64, 3i64, 0i64, 4i64] [-2i64, 3i64, 2i64, 0i64] [5i64, 3i64, 6i64, 4i64] [0i64, 3i64, 2i64, 5i64] [2i64, 3i64, 3i64, 0i64] [4i64, 3i64, 2i64, 5i64] [2.0f32, 1.0f32, 2.0f32, 0.5f32] [7i32, 9i32, 3i32, 1i32] }
-- output { [[2.0f32, 2.0f32, 2.0f32, 2.0f32, 0.5f32], [2.0f32, 2.0f32, 2.0f32, 0.5f32, 0.5f32], [2.0f32, 2.0f32, 0.5f32, 0.5f32, 0.5f32], [f32.inf, 0.5f32, 0.5f32, 0.5f32, 0.5f32]] [[7i32, 7i32, 7i32, 7i32, 1i32], [7i32, 7i32, 7i32, 1i32, 1i32], [3i32, 3i32, 1i32, 1i32, 1i32], [0i32, 1i32, 1i32, 1i32, 1i32]] }
