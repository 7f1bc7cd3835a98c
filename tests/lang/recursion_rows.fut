-- Functions that call themselves and are given rows of the maps around them, or parts of rows: in kernels where the machine has recursion.

def find (xs: []i64) (x: i64) (lo: i64) (hi: i64): i64 =
  if hi - lo <= 1 then lo else
  let mid = (lo + hi) / 2 in if xs[mid] <= x then find xs x mid hi else find xs x lo mid

-- ==
-- entry: rows
-- input { [[1i64, 3i64, 5i64], [], [2i64], [0i64, 9i64]] 4i64 }
-- output { [1i64, 0i64, 0i64, 0i64] }
entry rows (xss: [][?]i64) (x: i64) = map (\xs -> find xs x 0 (length xs)) xss

-- ==
-- entry: matrix
-- input { [[1i64, 3i64, 5i64], [2i64, 4i64, 4i64]] [4i64, 2i64] }
-- output { [[1i64, 0i64], [2i64, 0i64]] }
entry matrix [n][m] (xss: [n][m]i64) (ks: []i64) = map (\xs -> map (\k -> find xs k 0 m) ks) xss

def total (xs: []i64): i64 = if null xs then 0 else if length xs == 1 then xs[0] else let h = length xs / 2 in total xs[:h] + total xs[h:]

-- ==
-- entry: sums
-- input { [[1i64, 3i64, 5i64], [], [2i64], [0i64, 9i64]] }
-- output { [9i64, 0i64, 2i64, 9i64] }
entry sums (xss: [][?]i64) = map total xss

-- ==
-- entry: tails
-- input { [[1i64, 3i64, 5i64], [7i64], [2i64, 2i64], [0i64, 9i64]] }
-- output { [8i64, 0i64, 2i64, 9i64] }
entry tails (xss: [][?]i64) = map (\xs -> total xs[1:]) xss

-- ==
-- entry: computed
-- input { [[1i64, 3i64, 5i64], [7i64], [2i64, 2i64], [0i64, 9i64]] }
-- output { [12i64, 8i64, 6i64, 11i64] }
entry computed (xss: [][?]i64) = map (\xs -> total (map (+ 1) xs)) xss

def diagonal (xss: [][]i64) (i: i64): i64 = if i == length xss then 0 else total xss[i] - xss[i, i] + diagonal xss (i + 1)
-- ==
-- entry: diagonals
-- input { [[[1i64, 2i64], [3i64, 4i64]], [[5i64, 6i64], [7i64, 8i64]]] }
-- output { [5i64, 13i64] }
entry diagonals [n][m] (xsss: [n][m][m]i64) = map (\xss -> diagonal xss 0) xsss

-- Arrays that somebody overwrites afterwards, and slices of rows at indices.
-- ==
-- entry: overwritten
-- input { [[1i64, 3i64, 5i64], [2i64, 4i64, 4i64]] }
-- output { [8i64, 8i64] [[7i64, 3i64, 5i64], [2i64, 4i64, 4i64]] }
entry overwritten [n][m] (xss: *[n][m]i64): ([n]i64, [n][m]i64) =
  let sums = map (\i -> total xss[i, 1:]) (iota n)
  in (sums, xss with [0, 0] = 7)

-- A row that its own kernel overwrites.
-- ==
-- entry: private
-- input { [[1i64, 3i64, 5i64], [2i64, 4i64, 4i64]] }
-- output { [[9i64, 17i64, 31i64], [10i64, 18i64, 32i64]] }
entry private [n][m] (xss: [n][m]i64): [n][m]i64 =
  map (\xs -> loop ys = copy xs for i < m do let s = total ys in ys with [i] = s) xss

def reach (ps: []i64) (i: i64) (k: i64): i64 = if k == 0 then i else reach ps ps[i] (k - 1)

-- ==
-- entry: failing
-- input { [[1i64, 0i64], [0i64]] 2i64 }
-- output { [0i64, 0i64] }
-- input { [[1i64, 0i64], [5i64]] 2i64 }
-- error: recursion_rows.fut:63:79: Index \[5\] out of bounds for array of shape \[1\] \(row 1\), called at .*recursion_rows.fut:63:70, called at .*recursion_rows.fut:71:54$
entry failing (pss: [][?]i64) (k: i64) = map (\ps -> reach ps 0 k) pss

-- Elements that do not lie together.
-- ==
-- entry: strided
-- input { [[1i64, 3i64, 5i64], [], [7i64], [2i64, 8i64]] }
-- output { [6i64, 0i64, 7i64, 2i64] }
entry strided (xss: [][?]i64) = map (\xs -> total xs[::2]) xss

def sparse (xs: []i64): i64 = if length xs < 2 then length xs else sparse xs[::2] * 10 + xs[1]

-- ==
-- entry: spreads
-- input { [[1i64, 3i64, 5i64, 7i64], [], [7i64], [2i64, 8i64]] }
-- output { [153i64, 0i64, 1i64, 18i64] }
entry spreads (xss: [][?]i64) = map sparse xss
