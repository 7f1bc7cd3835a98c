-- Odd-even transposition sort of every row, by a loop inside the map and by a loop around the maps.

def exchange [n] (round: i64) (xs: [n]i32): [n]i32 =
  map (\j ->
         let left = (j + round) % 2 == 1
         in if left then (if j == 0 then xs[0] else i32.max xs[j - 1] xs[j])
                    else (if j + 1 == n then xs[j] else i32.min xs[j] xs[j + 1]))
      (iota n)

entry inside [m] [n] (xss: [m][n]i32): [m][n]i32 = map (\xs -> loop xs for r < n do exchange r xs) xss

entry around [m] [n] (xss: [m][n]i32): [m][n]i32 = loop xss for r < n do map (exchange r) xss

-- Rows of their own lengths take as many rounds as they are long.
entry ragged_rounds [m] (xss: [m][?]i32): [m][?]i32 = map (\xs -> loop xs for r < length xs do exchange r xs) xss

def matrix (m: i64) (n: i64): [m][n]i32 = map (\i -> map (\j -> i32.i64 ((i * 31 + j * 17) % 101)) (iota n)) (iota m)
entry inside_data (n: i64): [4][n]i32 = matrix 4 n
entry around_data (n: i64): [4][n]i32 = matrix 4 n
entry ragged_rounds_data (n: i64): [n][?]i32 =
  map (\i -> map (\j -> i32.i64 ((i * 31 + j * 17) % 101)) (iota (i % 5))) (iota n)
entry ragged_rounds_skewed (n: i64): [n][?]i32 =
  map (\i -> map (\j -> i32.i64 ((i * 31 + j * 17) % 101)) (iota (if i == n / 2 then n else i % 2))) (iota n)

-- The cases below are written by oracle.py.

-- ==
-- entry: inside
-- input { empty([0][0]i32) }
-- output { empty([0][0]i32) }
-- input { [empty([0]i32), empty([0]i32)] }
-- output { [empty([0]i32), empty([0]i32)] }
-- input { [[2i32, 1i32]] }
-- output { [[1i32, 2i32]] }
-- input { [[5i32, -3i32, 8i32, 8i32, 0i32, 1i32, -7i32, 2i32], [1i32, 2i32, 3i32, 4i32, 5i32, 6i32, 7i32, 8i32], [8i32, 7i32, 6i32, 5i32, 4i32, 3i32, 2i32, 1i32]] }
-- output { [[-7i32, -3i32, 0i32, 1i32, 2i32, 5i32, 8i32, 8i32], [1i32, 2i32, 3i32, 4i32, 5i32, 6i32, 7i32, 8i32], [1i32, 2i32, 3i32, 4i32, 5i32, 6i32, 7i32, 8i32]] }
-- input { [[3i32], [1i32]] }
-- output { [[3i32], [1i32]] }
-- input { [[2i32, 9i32, 2i32, 9i32, 2i32], [0i32, 0i32, 0i32, 0i32, 0i32]] }
-- output { [[2i32, 2i32, 2i32, 9i32, 9i32], [0i32, 0i32, 0i32, 0i32, 0i32]] }

-- ==
-- entry: around
-- input { empty([0][0]i32) }
-- output { empty([0][0]i32) }
-- input { [empty([0]i32), empty([0]i32)] }
-- output { [empty([0]i32), empty([0]i32)] }
-- input { [[2i32, 1i32]] }
-- output { [[1i32, 2i32]] }
-- input { [[5i32, -3i32, 8i32, 8i32, 0i32, 1i32, -7i32, 2i32], [1i32, 2i32, 3i32, 4i32, 5i32, 6i32, 7i32, 8i32], [8i32, 7i32, 6i32, 5i32, 4i32, 3i32, 2i32, 1i32]] }
-- output { [[-7i32, -3i32, 0i32, 1i32, 2i32, 5i32, 8i32, 8i32], [1i32, 2i32, 3i32, 4i32, 5i32, 6i32, 7i32, 8i32], [1i32, 2i32, 3i32, 4i32, 5i32, 6i32, 7i32, 8i32]] }
-- input { [[3i32], [1i32]] }
-- output { [[3i32], [1i32]] }
-- input { [[2i32, 9i32, 2i32, 9i32, 2i32], [0i32, 0i32, 0i32, 0i32, 0i32]] }
-- output { [[2i32, 2i32, 2i32, 9i32, 9i32], [0i32, 0i32, 0i32, 0i32, 0i32]] }

-- ==
-- entry: ragged_rounds
-- input { empty([0][?]i32) }
-- output { empty([0][?]i32) }
-- input { [empty([0]i32), empty([0]i32)] }
-- output { [empty([0]i32), empty([0]i32)] }
-- input { [[2i32, 1i32]] }
-- output { [[1i32, 2i32]] }
-- input { [empty([0]i32), [5i32, -3i32, 8i32, 8i32, 0i32, 1i32, -7i32, 2i32, 9i32], empty([0]i32), [1i32], [3i32, 2i32, 1i32], empty([0]i32)] }
-- output { [empty([0]i32), [-7i32, -3i32, 0i32, 1i32, 2i32, 5i32, 8i32, 8i32, 9i32], empty([0]i32), [1i32], [1i32, 2i32, 3i32], empty([0]i32)] }
