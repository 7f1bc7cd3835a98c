-- Slices whose ends move with the index of a map: one check of all of them, and one length.

-- ==
-- entry: windows
-- input { [1i64, 2i64, 3i64, 4i64, 5i64] 2i64 } auto output
-- input { [1i64, 2i64, 3i64, 4i64, 5i64] 5i64 } auto output
-- input { [1i64, 2i64, 3i64, 4i64, 5i64] 0i64 } auto output
-- input { empty([0]i64) 1i64 } auto output
-- input { empty([0]i64) 0i64 } auto output
entry windows [n] (xs: [n]i64) (w: i64) = map (\i -> i64.sum xs[i:i+w]) (iota (n - w + 1))

-- As many as are asked for: the first that does not fit fails.
-- ==
-- entry: some_windows kept_windows
-- input { [1i64, 2i64, 3i64, 4i64, 5i64] 2i64 3i64 } auto output
-- input { [1i64, 2i64, 3i64, 4i64, 5i64] 0i64 -3i64 } auto output
-- input { [1i64, 2i64, 3i64, 4i64, 5i64] 6i64 0i64 } auto output
-- input { [1i64, 2i64, 3i64, 4i64, 5i64] 3i64 3i64 } auto output
-- input { [1i64, 2i64, 3i64, 4i64, 5i64] 4i64 3i64 } error: \[3:6\].*\(row 3\)
-- input { [1i64, 2i64, 3i64, 4i64, 5i64] 2i64 6i64 } error: \[0:6\].*\(row 0\)
-- input { [1i64, 2i64, 3i64, 4i64, 5i64] 2i64 -1i64 } error: \[0:-1\].*\(row 0\)
-- input { [1i64, 2i64, 3i64, 4i64, 5i64] 2i64 9223372036854775807i64 } error: \(row 0\)
-- input { [1i64, 2i64, 3i64, 4i64, 5i64] 2i64 -9223372036854775808i64 } error: \(row 0\)
entry some_windows [n] (xs: [n]i64) (k: i64) (w: i64) = map (\i -> i64.sum xs[i:i+w]) (iota k)
entry kept_windows [n] (xs: [n]i64) (k: i64) (w: i64) = map (\i -> filter (> 2) xs[i:i+w]) (iota k)

-- Around an element, from where its neighbours are there.
-- ==
-- entry: around
-- input { [1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64] 1i64 1i64 5i64 } auto output
-- input { [1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64] 2i64 2i64 3i64 } auto output
-- input { [1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64] 2i64 3i64 3i64 } error: \[3:8\].*row 2\)
-- input { [1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64] 3i64 2i64 3i64 } error: \[-1:6\].*row 0\)
-- input { [1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64] -1i64 2i64 3i64 } error: row 0\)
-- input { [1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64] -1i64 2i64 0i64 } auto output
entry around [n] (xs: [n]i64) (r: i64) (from: i64) (k: i64) =
  map (\i -> let j = i + from in i64.maximum xs[j - r:j + r + 1] - xs[j]) (iota k)

-- In both dimensions, in maps of maps, with rows that are results.
-- ==
-- entry: tiles rows_of_tiles
-- input { 6i64 5i64 2i64 3i64 5i64 3i64 } auto output
-- input { 6i64 5i64 2i64 3i64 0i64 3i64 } auto output
-- input { 6i64 5i64 2i64 9i64 4i64 0i64 } auto output
-- input { 6i64 5i64 2i64 3i64 6i64 3i64 } error: row 5
-- input { 6i64 5i64 2i64 3i64 5i64 4i64 } error: , 3\)
def matrix (n: i64) (m: i64) = tabulate_2d n m (\i j -> i * 10 + j)
entry tiles (n: i64) (m: i64) (h: i64) (w: i64) (r: i64) (c: i64) =
  let a = matrix n m in tabulate_2d r c (\i j -> i64.sum (flatten a[i:i+h, j:j+w]))
entry rows_of_tiles (n: i64) (m: i64) (h: i64) (w: i64) (r: i64) (c: i64) =
  let a = matrix n m in tabulate_2d r c (\i j -> map i64.sum a[i:i+h, j:j+w])

-- In rows whose sizes vary, and where something in front may fail.
-- ==
-- entry: by_row
-- input { [[1i64, 2i64, 3i64], [4i64, 5i64], [6i64, 7i64, 8i64, 9i64]] 2i64 } auto output
-- input { [[1i64, 2i64, 3i64], empty([0]i64), [6i64, 7i64, 8i64, 9i64]] 2i64 } error: row 1
entry by_row [n] (xss: [n][?]i64) (w: i64) = map (\xs -> map (\i -> i64.sum xs[i:i+w]) (iota (length xs - w + 1))) xss
-- ==
-- entry: behind_a_check
-- input { [1i64, 2i64, 3i64, 4i64, 5i64] 2i64 4i64 } auto output
-- input { [1i64, 2i64, 0i64, 4i64, 5i64] 2i64 4i64 } error: division by zero \(row 2\)
entry behind_a_check [n] (xs: [n]i64) (w: i64) (k: i64) = map (\i -> 60 / xs[i] + i64.sum xs[i:i+w]) (iota k)
