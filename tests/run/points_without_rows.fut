-- Maps over the elements of rows that ask for no row: a run of positions, whatever the rows are. Failures find their rows themselves.

entry halved [n] (xss: [n][?]i32): [n][?]i32 = map (map (\x -> x / 2 + 1)) xss
-- ==
-- entry: halved
-- input { [] }
-- output { [] }
-- input { [[], [], []] }
-- output { [[], [], []] }
-- input { [[4i32], [], [6i32, -1i32, 9i32], []] }
-- output { [[3i32], [], [4i32, 0i32, 5i32], []] }

-- The index is checked, and the message names the row.
entry looked_up [n] [m] (t: [m]i32) (iss: [n][?]i64): [n][?]i32 = map (map (\i -> t[i])) iss
-- ==
-- entry: looked_up
-- input { [7i32, 8i32] [[1i64, 0i64], [], [], [1i64]] }
-- output { [[8i32, 7i32], [], [], [8i32]] }
-- input { [7i32, 8i32] [[1i64, 0i64], [], [], [1i64, 2i64, 0i64], [], [1i64]] }
-- error: points_without_rows\.fut:14:83: Index \[2\] out of bounds for array of shape \[2\] \(row 3, 1\)$
-- input { empty([0]i32) [[], [], [-1i64]] }
-- error: points_without_rows\.fut:14:83: Index \[-1\] out of bounds for array of shape \[0\] \(row 2, 0\)$

-- The rows of three levels, and a division.
entry deep [n] (xsss: [n][?][?]i64): [n][?][?]i64 = map (map (map (\x -> 100 / x))) xsss
-- ==
-- entry: deep
-- input { [[], [[], [5i64]], [[7i64, 2i64], [], [1i64]]] }
-- output { [[], [[], [20i64]], [[14i64, 50i64], [], [100i64]]] }
-- input { [[], [[], [5i64]], [[7i64, 2i64], [], [1i64, 0i64]]] }
-- error: points_without_rows\.fut:25:74: division by zero \(row 2, 2, 1\)$

-- Arrays that share their descriptors, and a branch with reads of both.
entry chosen [n] (xss: [n][?]i32): ([n][?]i32, [n][?]bool) =
  let yss = map (map (\x -> if x > 2 then x * 2 else x - 7)) xss
  in (yss, map2 (\xs ys -> map2 (\x y -> if x < y then y % 2 == 0 else x > 4) xs (ys :> [length xs]i32)) xss yss)
-- ==
-- entry: chosen
-- input { [[1i32], [], [3i32, -5i32, 0i32]] }
-- output { [[-6i32], [], [6i32, -12i32, -7i32]] [[false], [], [true, false, false]] }

-- The sizes of inner rows are numbers of the points.
entry lengths [n] (xsss: [n][?][?]i64): [n][?]i64 = map (map (\xs -> length xs * 2)) xsss
-- ==
-- entry: lengths
-- input { [[], [[], [5i64]], [[7i64, 2i64, 3i64], [], [1i64]]] }
-- output { [[], [0i64, 2i64], [6i64, 0i64, 2i64]] }

-- What is kept of all rows together, beside the rows.
entry kept [n] (xss: [n][?]i64): ([n][?]i64, []i64) =
  let yss = map (map (\x -> x * 3 - 1)) xss
  in (yss, filter (\y -> y % 2 == 0) (flatten yss))
-- ==
-- entry: kept
-- input { [] }
-- output { [] empty([0]i64) }
-- input { [[], [1i64, 2i64, 3i64], [], [5i64]] }
-- output { [[], [2i64, 5i64, 8i64], [], [14i64]] [2i64, 8i64, 14i64] }

-- A row is asked for: by an index, or by a number of the row.
entry asked [n] (as: [n]i64) (xss: [n][?]i64): ([n][?]i64, [n][?]i64) =
  (map2 (\a xs -> map (+ a) xs) as xss, map (\xs -> map2 (*) xs (indices xs)) xss)
-- ==
-- entry: asked
-- input { [10i64, 20i64, 30i64] [[1i64, 2i64], [], [3i64, 4i64, 5i64]] }
-- output { [[11i64, 12i64], [], [33i64, 34i64, 35i64]] [[0i64, 2i64], [], [0i64, 4i64, 10i64]] }

-- Many elements, of rows of all lengths and one huge row; the loop overwrites its own arrays.
entry many (n: i64) (k: i64): (i64, i64) =
  let xss = map (\i -> map (\j -> i32.i64 (i + j)) (iota (if i == n / 2 then k else i % 4))) (iota n)
  let yss = loop xss for _i < 3 do map (map (\x -> x * 3 + 1)) xss
  let t = map (\i -> i * i) (iota 97)
  let zss = map (map (\y -> t[i64.i32 (y & 63)] + 1)) yss
  in (i64.sum (map i64.sum zss), i64.sum (map (\ys -> i64.sum (map i64.i32 ys)) yss))
-- ==
-- entry: many
-- input { 0i64 5i64 }
-- output { 0i64 0i64 }
-- input { 1i64 0i64 }
-- output { 0i64 0i64 }
-- input { 1000i64 20000i64 }
-- output { 28673600i64 5690300000i64 }
-- input { 5000i64 3i64 }
-- output { 9931221i64 506752620i64 }

-- Rows of one length ask for nothing either.
entry regular [n] [m] (xss: [n][m]i64): [n][m]i64 = map (map (\x -> 60 / x)) xss
-- ==
-- entry: regular
-- input { [[1i64, 2i64, 3i64], [4i64, 5i64, 6i64]] }
-- output { [[60i64, 30i64, 20i64], [15i64, 12i64, 10i64]] }
-- input { [[1i64, 2i64, 3i64], [4i64, 0i64, 6i64]] }
-- error: points_without_rows\.fut:87:69: division by zero \(row 1, 1\)$
