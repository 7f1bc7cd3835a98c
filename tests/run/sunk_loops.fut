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

-- The condition of a `while` reads carried scalars.
-- ==
-- entry: whiles
-- input { [5i64, 0i64, 2i64] [[1i64, 2i64], [3i64], []] }
-- output { [[81i64, 141i64], [3i64], []] }
entry whiles [n] (ks: [n]i64) (xss: [n][?]i64): [n][?]i64 =
  map2 (\k xs -> (loop (xs, i) = (xs, 0) while i * i < k do (map (\x -> (x + i) * 3 + x * i + x * x % 1 + x / 1 - x) xs, i + 1)).0) ks xss

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

-- Matrices of their own shapes, and a loop around a loop.
-- ==
-- entry: matrices
-- input { [2i64, 1i64] [[[1i64, 2i64], [3i64, 4i64]], [[5i64]]] }
-- output { [[[1i64, 2i64], [3i64, 4i64]], [[5i64]]] }
-- input { [3i64, 2i64] [[[1i64, 2i64], [3i64, 4i64]], [[5i64]]] }
-- output { [[[9i64, 17i64], [25i64, 33i64]], [[5i64]]] }
entry matrices [n] (ks: [n]i64) (xsss: [n](?[r][c].[r][c]i64)): [n](?[r][c].[r][c]i64) =
  map2 (\k xss -> loop xss for i < k do loop xss for j < i - 1 do map (map (\x -> x * 8 + j * x + i - 1)) xss) ks xsss

-- Carried scalars are results, too.
-- ==
-- entry: carried
-- input { [3i64, 0i64, 2i64] [[1i64, 2i64], [3i64], []] }
-- output { [[32i64, 40i64], [3i64], []] [27i64, 1i64, 9i64] }
-- input { empty([0]i64) empty([0][?]i64) }
-- output { empty([0][?]i64) empty([0]i64) }
entry carried [n] (ks: [n]i64) (xss: [n][?]i64): ([n][?]i64, [n]i64) =
  unzip (map2 (\k xs -> loop (xs, t) = (xs, 1) for i < k do (map (\x -> x * 2 + t * i + i / (x * x + 1)) xs, t * 3)) ks xss)

-- Arrays that change places, and one that goes on as it was.
-- ==
-- entry: places
-- input { [3i64, 0i64] [1i64, 2i64] [10i64, 20i64] [5i64, 7i64] }
-- output { [[15i64, 27i64], [1i64, 2i64]] [[11i64, 16i64], [10i64, 20i64]] [[5i64, 7i64], [5i64, 7i64]] }
entry places [n] [m] (ks: [n]i64) (xs: [m]i64) (ys: [m]i64) (zs: [m]i64): ([n][m]i64, [n][m]i64, [n][m]i64) =
  unzip3 (map (\k -> loop (xs: [m]i64, ys: [m]i64, zs: [m]i64) = (xs, ys, zs) for _i < k do (ys, map2 (+) xs zs, zs)) ks)

-- Elements by their index, in branches too.
-- ==
-- entry: own
-- input { [2i64, 0i64, 3i64] [1i64, 2i64, 3i64] }
-- output { [[1i64, 9i64, 14i64], [1i64, 2i64, 3i64], [1i64, 20i64, 32i64]] }
entry own [n] [m] (ks: [n]i64) (xs: [m]i64): [n][m]i64 =
  map (\k -> loop xs for i < k do map (\j -> if xs[j] > 1 then xs[j] * 2 + j * i else xs[j] - j) (iota m)) ks

-- A round that cannot be entered without a row of its own: it fails even if rows have no elements.
-- ==
-- entry: rows_of_rounds
-- input { [2i64, 0i64, 1i64] [[1i64, 2i64], [3i64, 4i64]] [5i64, 6i64] }
-- output { [[19i64, 53i64], [5i64, 6i64], [6i64, 13i64]] }
-- input { [1i64, 3i64] [[1i64, 2i64], [3i64, 4i64]] [5i64, 6i64] }
-- error: Index \[2\] out of bounds .*\(row 1\)
-- input { [0i64, 1i64] empty([0][0]i64) empty([0]i64) }
-- error: Index \[0\] out of bounds .*\(row 1\)
entry rows_of_rounds [n] [m] [l] (ks: [n]i64) (wss: [m][l]i64) (xs: [l]i64): [n][l]i64 =
  map (\k -> loop xs for i < k do map2 (\x w -> x * w + 1 + x / 1 - x) xs wss[i]) ks

-- Rows of which there are enough.
-- ==
-- entry: known_rows
-- input { [2i64, 0i64, 5i64] [[1i64, 2i64], [3i64, 4i64]] [5i64, 6i64] }
-- output { [[19i64, 53i64], [5i64, 6i64], [19i64, 53i64]] }
entry known_rows [n] [m] [l] (ks: [n]i64) (wss: [m][l]i64) (xs: [l]i64): [n][l]i64 =
  map (\k -> loop xs for i < i64.min k m do map2 (\x w -> x * w + 1 + x / 1 - x) xs wss[i]) ks

-- Rows of other sizes change places beside the map.
-- ==
-- entry: other_widths
-- input { [3i64, 0i64] [1i64, 2i64, 3i64] [4i64, 5i64] [6i64, 7i64] }
-- output { [[15i64, 23i64, 31i64], [1i64, 2i64, 3i64]] [[6i64, 7i64], [4i64, 5i64]] [[4i64, 5i64], [6i64, 7i64]] }
entry other_widths [n] [l] [m] (ks: [n]i64) (xs: [l]i64) (ys: [m]i64) (zs: [m]i64): ([n][l]i64, [n][m]i64, [n][m]i64) =
  unzip3 (map (\k -> loop (xs: [l]i64, ys: [m]i64, zs: [m]i64) = (xs, ys, zs) for _i < k do (map (\x -> x * 2 + 1) xs, zs, ys)) ks)
