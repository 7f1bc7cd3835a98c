-- Filled circles, by two expansions; the highest one is seen.
-- Four arrays: offsets of chords and of points, and where a chord begins, x and y. Without y every point computes it anew, of two numbers
-- of the circle, and where one circle is much larger than the others that is what the program does (tests/counts/work.txt).
-- A point outside of the picture computes its place too, which is then not chosen: 11 operations, where a branch takes 9. With one circle of
-- radius 3, 10, 20, 40, 80, 160 the ratio of operations is 0.95, 0.98, 1.09, 1.18, 1.21, 1.22, and it stays below 11/9.

type circle = (i64, i64, i64, i32)

entry circles [n] (h: i64) (w: i64) (all: [n]circle): [h][w]i32 =
  let chord ((x, y, r, c): circle) j =
    let dy = j - r
    let dx = i64.f64 (f64.sqrt (f64.i64 (r * r - dy * dy)))
    in (x - dx, x + dx, y + dy, c)
  let chords = expand (\(_, _, r, _) -> 2 * r + 1) chord all
  let points = expand (\(a, b, _, _) -> b - a + 1) (\(a, _, y, c) j -> (a + j, y, c)) chords
  let places = map (\(x, y, _) -> if x >= 0 && x < w && y >= 0 && y < h then y * w + x else -1) points
  in unflatten (permute i32.max (replicate (h * w) 0) places (map (.2) points))

def circle (i: i64) (r: i64): circle = (i * 7 % 30, i * 5 % 20, r, i32.i64 i)
entry circles_data (n: i64): (i64, i64, [n]circle) = (20, 30, map (\i -> circle i (i % 3)) (iota n))
entry circles_skewed (n: i64): (i64, i64, [n]circle) =
  (20, 30, map (\i -> circle i (if i == n / 2 then i64.min n 40 else 0)) (iota n))

-- The cases below are written by oracle.py.

-- ==
-- entry: circles
-- input { 2i64 3i64 empty([0]i64) empty([0]i64) empty([0]i64) empty([0]i32) }
-- output { [[0i32, 0i32, 0i32], [0i32, 0i32, 0i32]] }
-- input { 3i64 3i64 [1i64] [1i64] [1i64] [4i32] }
-- output { [[0i32, 4i32, 0i32], [4i32, 4i32, 4i32], [0i32, 4i32, 0i32]] }
-- input { 4i64 5i64 [2i64, 0i64, 4i64, 9i64] [1i64, 3i64, 0i64, 9i64] [2i64, 0i64, 1i64, 2i64] [1i32, 5i32, 2i32, 7i32] }
-- output { [[0i32, 1i32, 1i32, 2i32, 2i32], [1i32, 1i32, 1i32, 1i32, 2i32], [0i32, 1i32, 1i32, 1i32, 0i32], [5i32, 0i32, 1i32, 0i32, 0i32]] }
