-- Expansions of many short rows, which a lane each takes on a GPU: among long ones, with empty ones, at the end of shares.

def noise (i: i64) : i64 =
  let x = u64.i64 i * 0x9E3779B97F4A7C15
  in i64.u64 ((x ^ (x >> 29)) >> 20)

def expanded [n] (sizes: [n]i64) (cells: i64) (k: i64) : [cells]i64 =
  let points i size = map (\j -> (noise (i * 31 + j) % cells, (i ^ j) * (k / (j + 1)))) (iota size)
  let (places, values) = unzip (flatten (map2 points (iota n) sizes))
  in reduce_by_index (replicate cells 0) (+) 0 places values

-- At most one point a row.
entry at_most_one (n: i64) (cells: i64) : []i64 =
  expanded (map (\i -> noise i % 2) (iota n)) cells 100
-- ==
-- entry: at_most_one
-- input { 0i64 3i64 } auto output
-- input { 1i64 3i64 } auto output
-- input { 1000i64 7i64 } auto output
-- input { 20000i64 7i64 } auto output

-- Up to four; every so often one that is as long as the average allows, or longer.
entry among_longer (n: i64) (often: i64) (long: i64) (cells: i64) : []i64 =
  expanded (map (\i -> if i % often == often - 1 then long else noise i % 5 / 2) (iota n)) cells 60
-- ==
-- entry: among_longer
-- input { 5000i64 500i64 5i64 11i64 } auto output
-- input { 5000i64 100i64 40i64 11i64 } auto output
-- input { 5000i64 2500i64 3000i64 11i64 } auto output
-- input { 5000i64 1i64 4i64 11i64 } auto output
-- input { 5000i64 2i64 4i64 11i64 } auto output

-- All are empty but for one end.
entry empty_but (n: i64) (which: i64) (cells: i64) : []i64 =
  expanded (map (\i -> i64.bool (i == which) * 3) (iota n)) cells 8
-- ==
-- entry: empty_but
-- input { 3000i64 0i64 4i64 } auto output
-- input { 3000i64 2999i64 4i64 } auto output
-- input { 3000i64 -1i64 4i64 } auto output

-- What is the row's own is read once, and not for rows without points.
entry of_rows [n] (n': i64) (table: [n]i64) : []i64 =
  let rows i = map (\j -> table[i % n] * 10 + j) (iota (if n == 0 then 0 else noise i % 3))
  in flatten (map rows (iota n'))
-- ==
-- entry: of_rows
-- input { 2000i64 [5i64, 6i64, 7i64] } auto output
-- input { 2000i64 empty([0]i64) } output { empty([0]i64) }

-- One of the points fails.
entry failing (n: i64) (bad: i64) (cells: i64) : []i64 =
  let points i =
    map (\j -> (noise (i + j) % cells, j / (if i == bad then 0 else 1))) (iota (noise i % 3))
  let (places, values) = unzip (flatten (map points (iota n)))
  in reduce_by_index (replicate cells 0) (+) 0 places values
-- ==
-- entry: failing
-- input { 4000i64 -1i64 9i64 } auto output
-- input { 4000i64 4i64 9i64 } error: division by zero

-- Reductions and maps of rows: short ones, long ones, and both by turns, so that sixteen rows are few elements or many.
def length_of (kind: i64) (i: i64) : i64 =
  if kind == 0 then noise i % 5
  else if kind == 1 then if i / 40 % 2 == 0 then noise i % 3 else 60 + noise i % 9
  else if kind == 2 then if i % 16 == 15 then 65 else 0
  else if i == 100 then 5000 else 1
def row_data (kind: i64) (n: i64) : [n][?]i32 = map (\i -> map (\j -> i32.i64 (noise (i + j) % 100)) (iota (length_of kind i))) (iota n)
entry row_sums (kind: i64) (n: i64) : [n]i32 = map i32.sum (row_data kind n)
entry centred (kind: i64) (n: i64) : i32 =
  let spread xs = let least = i32.minimum xs in map (\x -> x - least) xs
  in i32.sum (flatten (map spread (row_data kind n)))
entry looked_up (kind: i64) (n: i64) (m: i64) : [n]i64 =
  let table = map (* 3) (iota m)
  in map (\xs -> i64.sum (map (\x -> table[i64.i32 x]) xs)) (row_data kind n)
-- ==
-- entry: row_sums centred
-- input { 0i64 0i64 } auto output
-- input { 0i64 15i64 } auto output
-- input { 0i64 1000i64 } auto output
-- input { 1i64 1000i64 } auto output
-- input { 2i64 1000i64 } auto output
-- input { 3i64 1000i64 } auto output

-- ==
-- entry: looked_up
-- input { 0i64 1000i64 100i64 } auto output
-- input { 1i64 1000i64 100i64 } auto output
-- input { 0i64 1000i64 99i64 } error: Index \[99\] out of bounds
-- input { 1i64 1000i64 99i64 } error: Index \[99\] out of bounds
-- input { 3i64 1000i64 99i64 } error: Index \[99\] out of bounds
