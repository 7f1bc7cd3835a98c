-- Loops whose rounds are maps: the elements go their own ways.

-- Some rows stop sooner than others.
-- ==
-- entry: rounds
-- input { [2i64, 0i64, 3i64, 1000i64, -1i64] [[1i64, 2i64], [3i64], [], [], [5i64, 6i64, 7i64]] }
-- output { [[4i64, 6i64], [3i64], [], [], [5i64, 6i64, 7i64]] }
-- input { empty([0]i64) empty([0][?]i64) }
-- output { empty([0][?]i64) }
entry rounds [n] (ks: [n]i64) (xss: [n][?]i64): [n][?]i64 =
  map2 (\k xs -> loop xs for i < k do map (\x -> x * 2 - i * x + 3 * i - i) xs) ks xss

-- Carried scalars are results, too.
-- ==
-- entry: carried
-- input { 3i64 [1i64, 2i64] }
-- output { [32i64, 40i64] 27i64 }
-- input { 4i64 empty([0]i64) }
-- output { empty([0]i64) 81i64 }
-- input { 0i64 [1i64, 2i64] }
-- output { [1i64, 2i64] 1i64 }
entry carried [n] (k: i64) (xs: [n]i64): ([n]i64, i64) =
  loop (xs, t) = (xs, 1) for i < k do (map (\x -> x * 2 + t * i + i / (x * x + 1) + x % 1) xs, t * 3)

-- The condition of a `while` reads carried scalars.
-- ==
-- entry: whiles
-- input { [5i64, 0i64, 2i64] [[1i64, 2i64], [3i64], []] }
-- output { [[81i64, 141i64], [3i64], []] }
entry whiles [n] (ks: [n]i64) (xss: [n][?]i64): [n][?]i64 =
  map2 (\k xs -> (loop (xs, i) = (xs, 0) while i * i < k do (map (\x -> (x + i) * 3 + x * i + x * x % 1 + x / 1 - x) xs, i + 1)).0) ks xss

-- Arrays that change places, and one that goes on as it was.
-- ==
-- entry: places
-- input { 3i64 [1i64, 2i64] [10i64, 20i64] [5i64, 7i64] }
-- output { [15i64, 27i64] [11i64, 16i64] [5i64, 7i64] }
entry places [n] (k: i64) (xs: [n]i64) (ys: [n]i64) (zs: [n]i64): ([n]i64, [n]i64, [n]i64) =
  loop (xs, ys, zs) for _i < k do (ys, map3 (\x y z -> x + y - y + z) xs ys zs, zs)

-- Failures name the row and the element; nothing fails where there is no element.
-- ==
-- entry: failing
-- input { [1i64, 2i64] [[1i64, 2i64], [4i64]] }
-- output { [[12i64, 6i64], [3i64]] }
-- input { [3i64, 2i64] [[], [4i64]] }
-- output { [[], [3i64]] }
-- input { [1i64, 1i64] [[3i64], [2i64, 4i64, 0i64]] }
-- error: division by zero \(row 1, 2\)
entry failing [n] (ks: [n]i64) (xss: [n][?]i64): [n][?]i64 =
  map2 (\k xs -> loop xs for i < k do map (\x -> 12 / (x + i)) xs) ks xss

-- A round that cannot be entered without a row of its own: it fails even if rows have no elements.
-- ==
-- entry: rows_of_rounds
-- input { 2i64 [[1i64, 2i64], [3i64, 4i64]] [5i64, 6i64] }
-- output { [19i64, 53i64] }
-- input { 3i64 [[1i64, 2i64], [3i64, 4i64]] [5i64, 6i64] }
-- error: Index \[2\] out of bounds
-- input { 1i64 empty([0][0]i64) empty([0]i64) }
-- error: Index \[0\] out of bounds
entry rows_of_rounds [m] [n] (k: i64) (wss: [m][n]i64) (xs: [n]i64): [n]i64 =
  loop xs for i < k do map2 (\x w -> x * w + 1 + x / 1 - x) xs wss[i]

-- Matrices of their own shapes, and a loop around a loop.
-- ==
-- entry: matrices
-- input { [2i64, 1i64] [[[1i64, 2i64], [3i64, 4i64]], [[5i64]]] }
-- output { [[[1i64, 2i64], [3i64, 4i64]], [[5i64]]] }
-- input { [3i64, 2i64] [[[1i64, 2i64], [3i64, 4i64]], [[5i64]]] }
-- output { [[[9i64, 17i64], [25i64, 33i64]], [[5i64]]] }
entry matrices [n] (ks: [n]i64) (xsss: [n](?[r][c].[r][c]i64)): [n](?[r][c].[r][c]i64) =
  map2 (\k xss -> loop xss for i < k do loop xss for j < i - 1 do map (map (\x -> x * 8 + j * x + i - 1)) xss) ks xsss

-- Rows of other sizes change places beside the map.
-- ==
-- entry: other_widths
-- input { 3i64 [1i64, 2i64, 3i64] [4i64, 5i64] [6i64, 7i64] }
-- output { [15i64, 23i64, 31i64] [6i64, 7i64] [4i64, 5i64] }
entry other_widths [n] [m] (k: i64) (xs: [n]i64) (ys: [m]i64) (zs: [m]i64): ([n]i64, [m]i64, [m]i64) =
  loop (xs: [n]i64, ys: [m]i64, zs: [m]i64) = (xs, ys, zs) for _i < k do (map (\x -> x * 2 + 1) xs, zs, ys)
