-- Stencils that ask in every point whether it is at the border: their loops run in pieces, one of which is the inside.
def line (n: i64): [n]i32 = map (\i -> i32.i64 (i * 7 % 11) - 3) (iota n)
def plane (n: i64) (m: i64): [n][m]i32 = tabulate_2d n m (\i j -> i32.i64 ((i * 5 + j * 3) % 13))
entry matches (n: i64): i32 =
  let xs = map (/ 3) (line n) in i32.sum (map (\i -> if i > 0 && xs[i] == xs[i-1] then 1 else 0) (iota n))
entry smooth (n: i64): [n]i32 =
  let xs = line n in map (\i -> if i == 0 || n - 1 == i then xs[i] else xs[i-1] + 2 * xs[i] + xs[i+1]) (iota n)
entry window (n: i64) (from: i64) (to: i64): [n]i32 =
  let xs = line n in map (\i -> if i >= from && i < to then xs[i - from] else if i <= to then xs[n - 1 - i] else 0) (iota n)
entry heat (n: i64) (m: i64): [n][m]i32 =
  loop u = plane n m for _k < 2 do
    tabulate_2d n m (\i j -> if i == 0 || j == 0 || i == n-1 || j == m-1 then u[i,j]
                             else u[i-1,j] + u[i+1,j] + u[i,j-1] + u[i,j+1] - 4 * u[i,j])
entry halves (n: i64) (m: i64): [n][m]f32 =
  let u = map (map f32.i32) (plane n m)
  in tabulate_2d n m (\i j -> if j < 2 then 0 else if j != 5 && m - 2 > j then 0.5 * u[i,j+1] + u[i,j-2] else u[i,j])
entry cube (a: i64) (b: i64) (c: i64): [a][b][c]i32 =
  let u = tabulate_3d a b c (\i j k -> i32.i64 ((i * 5 + j * 3 + k * 2) % 17))
  in tabulate_3d a b c (\i j k -> if i == 0 || j == 0 || k == 0 || i == a-1 || j == b-1 || k == c-1 then 0
       else u[i-1,j,k] + u[i+1,j,k] + u[i,j-1,k] + u[i,j+1,k] + u[i,j,k-1] + u[i,j,k+1])
-- ==
-- entry: matches
-- input { 0i64 } auto output
-- input { 1i64 } auto output
-- input { 2i64 } auto output
-- input { 3i64 } auto output
-- input { 7i64 } auto output
-- input { 33i64 } auto output
-- input { 70i64 } auto output

-- ==
-- entry: smooth
-- input { 0i64 } auto output
-- input { 1i64 } auto output
-- input { 2i64 } auto output
-- input { 3i64 } auto output
-- input { 7i64 } auto output
-- input { 33i64 } auto output
-- input { 70i64 } auto output

-- ==
-- entry: window
-- input { 0i64 0i64 0i64 } auto output
-- input { 0i64 2i64 -1i64 } auto output
-- input { 0i64 0i64 0i64 } auto output
-- input { 1i64 0i64 1i64 } auto output
-- input { 1i64 2i64 0i64 } auto output
-- input { 1i64 1i64 0i64 } auto output
-- input { 2i64 0i64 2i64 } auto output
-- input { 2i64 2i64 1i64 } auto output
-- input { 2i64 2i64 0i64 } auto output
-- input { 3i64 0i64 3i64 } auto output
-- input { 3i64 2i64 2i64 } auto output
-- input { 3i64 3i64 0i64 } auto output
-- input { 7i64 0i64 7i64 } auto output
-- input { 7i64 2i64 6i64 } auto output
-- input { 7i64 7i64 0i64 } auto output
-- input { 33i64 0i64 33i64 } auto output
-- input { 33i64 2i64 32i64 } auto output
-- input { 33i64 33i64 0i64 } auto output
-- input { 70i64 0i64 70i64 } auto output
-- input { 70i64 2i64 69i64 } auto output
-- input { 70i64 70i64 0i64 } auto output
-- input { 70i64 9223372036854775807i64 69i64 } auto output
-- input { 70i64 33i64 34i64 } auto output

-- ==
-- entry: heat
-- input { 0i64 0i64 } auto output
-- input { 1i64 1i64 } auto output
-- input { 2i64 2i64 } auto output
-- input { 3i64 3i64 } auto output
-- input { 7i64 7i64 } auto output
-- input { 33i64 33i64 } auto output
-- input { 3i64 70i64 } auto output
-- input { 70i64 3i64 } auto output

-- ==
-- entry: halves
-- input { 0i64 0i64 } auto output
-- input { 1i64 1i64 } auto output
-- input { 2i64 2i64 } auto output
-- input { 3i64 3i64 } auto output
-- input { 7i64 7i64 } auto output
-- input { 33i64 33i64 } auto output
-- input { 2i64 70i64 } auto output

-- ==
-- entry: cube
-- input { 0i64 0i64 0i64 } auto output
-- input { 1i64 1i64 1i64 } auto output
-- input { 2i64 2i64 2i64 } auto output
-- input { 3i64 3i64 3i64 } auto output
-- input { 7i64 7i64 7i64 } auto output
-- input { 3i64 4i64 33i64 } auto output
-- input { 33i64 3i64 3i64 } auto output
