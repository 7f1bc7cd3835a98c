-- The game of life on a torus: one step, and several.

def live [h] [w] (cells: [h][w]u8): [h][w]u8 =
  map (\y ->
         map (\x ->
                let (up, down) = ((y - 1 + h) % h, (y + 1) % h)
                let (left, right) = ((x - 1 + w) % w, (x + 1) % w)
                let near = cells[up, left] + cells[up, x] + cells[up, right] + cells[y, left] + cells[y, right]
                           + cells[down, left] + cells[down, x] + cells[down, right]
                in if near == 3 || (near == 2 && cells[y, x] == 1) then 1 else 0)
             (iota w))
      (iota h)

entry step [h] [w] (cells: [h][w]u8): [h][w]u8 = live cells

entry life [h] [w] (steps: i32) (cells: [h][w]u8): [h][w]u8 = loop cells for _i < steps do live cells

def world (n: i64): [8][n]u8 = map (\y -> map (\x -> u8.bool ((y * 7 + x * x) % 3 == 0)) (iota n)) (iota 8)
entry step_data (n: i64): [8][n]u8 = world n
entry life_data (n: i64): (i32, [8][n]u8) = (3, world n)

-- The cases below are written by oracle.py.

-- ==
-- entry: step
-- input { empty([0][0]u8) }
-- output { empty([0][0]u8) }
-- input { [empty([0]u8), empty([0]u8)] }
-- output { [empty([0]u8), empty([0]u8)] }
-- input { [[1u8]] }
-- output { [[0u8]] }
-- input { [[0u8, 0u8, 0u8, 0u8, 0u8], [0u8, 0u8, 1u8, 0u8, 0u8], [0u8, 0u8, 1u8, 0u8, 0u8], [0u8, 0u8, 1u8, 0u8, 0u8]] }
-- output { [[0u8, 0u8, 0u8, 0u8, 0u8], [0u8, 0u8, 0u8, 0u8, 0u8], [0u8, 1u8, 1u8, 1u8, 0u8], [0u8, 0u8, 0u8, 0u8, 0u8]] }
-- input { [[0u8, 1u8, 0u8, 0u8], [0u8, 0u8, 1u8, 0u8], [1u8, 1u8, 1u8, 0u8], [0u8, 0u8, 0u8, 0u8]] }
-- output { [[0u8, 0u8, 0u8, 0u8], [1u8, 0u8, 1u8, 1u8], [0u8, 1u8, 1u8, 1u8], [1u8, 0u8, 1u8, 0u8]] }

-- ==
-- entry: life
-- input { 3i32 empty([0][0]u8) }
-- output { empty([0][0]u8) }
-- input { 2i32 [[0u8, 0u8, 0u8, 0u8, 0u8], [0u8, 0u8, 1u8, 0u8, 0u8], [0u8, 0u8, 1u8, 0u8, 0u8], [0u8, 0u8, 1u8, 0u8, 0u8]] }
-- output { [[0u8, 0u8, 0u8, 0u8, 0u8], [0u8, 0u8, 1u8, 0u8, 0u8], [0u8, 0u8, 1u8, 0u8, 0u8], [0u8, 0u8, 1u8, 0u8, 0u8]] }
-- input { 5i32 [[0u8, 1u8, 0u8, 0u8], [0u8, 0u8, 1u8, 0u8], [1u8, 1u8, 1u8, 0u8], [0u8, 0u8, 0u8, 0u8]] }
-- output { [[1u8, 1u8, 0u8, 1u8], [1u8, 0u8, 0u8, 0u8], [1u8, 0u8, 0u8, 0u8], [0u8, 0u8, 0u8, 0u8]] }
-- input { 0i32 [[0u8, 1u8, 0u8, 0u8], [0u8, 0u8, 1u8, 0u8], [1u8, 1u8, 1u8, 0u8], [0u8, 0u8, 0u8, 0u8]] }
-- output { [[0u8, 1u8, 0u8, 0u8], [0u8, 0u8, 1u8, 0u8], [1u8, 1u8, 1u8, 0u8], [0u8, 0u8, 0u8, 0u8]] }
