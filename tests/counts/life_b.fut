-- Stencils in other clothes: life by rotated worlds, heat on a rod with fixed ends, means of windows by slices.

entry rotated [h] [w] (cells: [h][w]i32): [h][w]i32 =
  let add = map2 (map2 (+))
  let sides rows = add (add (map (rotate (-1)) rows) rows) (map (rotate 1) rows)
  let near = add (add (rotate (-1) (sides cells)) (sides cells)) (rotate 1 (sides cells))
  in map2 (map2 (\n c -> i32.bool (n == 3 || (n == 4 && c == 1)))) near cells

entry heat [n] (steps: i32) (rod: [n]f64): [n]f64 =
  loop rod for _i < steps do
    map (\i -> if i == 0 || i == n - 1 then rod[i] else rod[i] + 0.25 * (rod[i - 1] - 2 * rod[i] + rod[i + 1])) (iota n)

entry windows [n] (k: i64) (xs: [n]f64): []f64 = map (\i -> f64.sum xs[i:i + k] / f64.i64 k) (iota (i64.max 0 (n - k + 1)))

entry rotated_data (n: i64): [8][n]i32 = map (\y -> map (\x -> i32.bool ((y * 7 + x * x) % 3 == 0)) (iota n)) (iota 8)
entry heat_data (n: i64): (i32, [n]f64) = (3, map (\i -> f64.i64 (i % 5)) (iota n))
entry windows_data (n: i64): (i64, [n]f64) = (4, map (\i -> f64.i64 (i % 5)) (iota n))

-- The cases below are written by oracle.py.

-- ==
-- entry: rotated
-- input { empty([0][0]i32) }
-- output { empty([0][0]i32) }
-- input { [empty([0]i32), empty([0]i32)] }
-- output { [empty([0]i32), empty([0]i32)] }
-- input { [[1i32]] }
-- output { [[0i32]] }
-- input { [[0i32, 0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 1i32, 0i32, 0i32], [0i32, 0i32, 1i32, 0i32, 0i32], [0i32, 0i32, 1i32, 0i32, 0i32]] }
-- output { [[0i32, 0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32, 0i32], [0i32, 1i32, 1i32, 1i32, 0i32], [0i32, 0i32, 0i32, 0i32, 0i32]] }
-- input { [[0i32, 1i32, 0i32, 0i32], [0i32, 0i32, 1i32, 0i32], [1i32, 1i32, 1i32, 0i32], [0i32, 0i32, 0i32, 0i32]] }
-- output { [[0i32, 0i32, 0i32, 0i32], [1i32, 0i32, 1i32, 1i32], [0i32, 1i32, 1i32, 1i32], [1i32, 0i32, 1i32, 0i32]] }

-- ==
-- entry: heat
-- input { 2i32 empty([0]f64) }
-- output { empty([0]f64) }
-- input { 1i32 [8.0f64] }
-- output { [8.0f64] }
-- input { 2i32 [8.0f64, 0.0f64, 0.0f64, 16.0f64] }
-- output { [8.0f64, 4.0f64, 6.5f64, 16.0f64] }
-- input { 0i32 [1.0f64, 2.0f64] }
-- output { [1.0f64, 2.0f64] }

-- ==
-- entry: windows
-- input { 2i64 empty([0]f64) }
-- output { empty([0]f64) }
-- input { 2i64 [1.0f64, 3.0f64] }
-- output { [2.0f64] }
-- input { 3i64 [1.0f64, 3.0f64] }
-- output { empty([0]f64) }
-- input { 3i64 [1.0f64, 3.0f64, 8.0f64, 1.0f64, 0.0f64, 5.0f64] }
-- output { [4.0f64, 4.0f64, 3.0f64, 2.0f64] }
