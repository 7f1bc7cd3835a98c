-- Rows that are in groups: the rows of a group have one size. Groups may have no rows, rows without points, or most of all points.

-- The sizes of `n` groups: a few small ones, empty ones, and one that is so large that many workers share it.
def sizes (n: i64) (huge: i64): ([n]i64, [n]i64) =
  let rows = tabulate n (\i -> if i == n / 2 then huge else i * 7 % 5)
  let columns = tabulate n (\i -> if i == n / 2 then huge / 2 + 1 else i * 5 % 4)
  in (rows, columns)

def matrices [n] (rows: [n]i64) (columns: [n]i64): [n](?[r][c].[r][c]i64) =
  map2 (\r c -> tabulate_2d r c (\i j -> (i * 31 + j * 17 + r) % 101)) rows columns

-- ==
-- entry: sums turned running positive
-- input { [[[1i64, 2i64, 3i64], [4i64, 5i64, 6i64]], [[7i64]], [[8i64], [9i64]]] } auto output
-- input { [[[1i64]], [[2i64]], [[3i64]]] } auto output
entry sums [n] (ms: [n](?[r][c].[r][c]i64)): [n][?]i64 = map (map i64.sum) ms
entry turned [n] (ms: [n](?[r][c].[r][c]i64)): [n](?[r][c].[r][c]i64) = map transpose ms
entry running [n] (ms: [n](?[r][c].[r][c]i64)): [n][?][?]i64 = map (map (scan (+) 0)) ms
entry positive [n] (ms: [n](?[r][c].[r][c]i64)): [n][?][?]i64 = map (map (filter (> 3))) ms

-- ==
-- entry: made_sums made_turned made_running made_positive
-- input { [2i64, 0i64, 3i64, 0i64, 1i64] [3i64, 4i64, 0i64, 0i64, 5i64] } auto output
-- input { [0i64, 0i64, 3i64] [0i64, 2i64, 0i64] } auto output
-- input { [0i64, 5i64, 0i64] [9i64, 1i64, 9i64] } auto output
-- input { empty([0]i64) empty([0]i64) } auto output
entry made_sums (rows: []i64) (columns: []i64) = sums (matrices rows columns)
entry made_turned (rows: []i64) (columns: []i64) = turned (matrices rows columns)
entry made_running (rows: []i64) (columns: []i64) = running (matrices rows columns)
entry made_positive (rows: []i64) (columns: []i64) = positive (matrices rows columns)

-- Many small groups, and one that is huge.
-- ==
-- entry: many
-- input { 1i64 90i64 } auto output
-- input { 40i64 0i64 } auto output
-- input { 61i64 120i64 } auto output
-- input { 700i64 3i64 } auto output
entry many (n: i64) (huge: i64): ([n][?]i64, [n](?[r][c].[r][c]i64), [n][?][?]i64) =
  let (rows, columns) = sizes n huge
  let ms = matrices rows columns
  in (sums ms, turned ms, positive ms)

-- Groups of more levels, and rows that are as many as their points.
-- ==
-- entry: products apart
-- input { [[1i64, 2i64, 3i64], [], [4i64], [], [5i64, 6i64, 7i64, 8i64]] } auto output
-- input { [[], [], [3i64, 1i64]] } auto output
-- input { empty([0][?]i64) } auto output
entry products (xss: [][?]i64): [](?[k].[k][k]i64) =
  map (\xs -> let m = map (\x -> map (\y -> x - 2 * y) xs) xs
              in map (\row -> map (\column -> i64.sum (map2 (*) row column)) (transpose m)) m)
      xss
entry apart (xss: [][?]i64): []i64 =
  map (\xs -> i64.maximum (map (\x -> i64.sum (map (\y -> (x - y) * (x - y)) xs)) xs)) xss

-- Groups that are themselves of groups, groups that are repeated, and rows of one size in all groups.
-- ==
-- entry: of_groups repeated of_one_size between
-- input { [[2i64, 0i64, 1i64], [], [3i64, 3i64], [0i64]] [2i64, 5i64] } auto output
-- input { [[], []] [1i64] } auto output
-- input { [[1i64, 2i64, 0i64, 3i64]] empty([0]i64) } auto output
entry of_groups (kss: [][?]i64) (_: []i64): [][?][?]i64 =
  map (map (\k -> map (\i -> i64.sum (map (\j -> (i * 7 + j) % 5) (iota (k + 1)))) (iota k))) kss
entry repeated (kss: [][?]i64) (xs: []i64): [][][?]i64 =
  map (\x -> map (\ks -> map (\a -> i64.sum (map (\b -> a * x - b) ks)) ks) kss) xs
entry of_one_size (kss: [][?]i64) (xs: []i64): [](?[k].[k][k]i64) =
  map (\ks -> map (\a -> map (\b -> i64.sum (map (\x -> x * a - b) xs)) ks) ks) kss
entry between (kss: [][?]i64) (xs: []i64): [][?][]i64 =
  map (\ks -> map (\a -> map (\x -> i64.sum (map (\b -> x * a - b) ks)) xs) ks) kss

-- The failure of the first row that fails.
-- ==
-- entry: failing
-- input { [[0i64, 1i64], [], [1i64, 0i64, 2i64], [5i64]] }
-- error: Index \[5\] out of bounds for array of shape \[1\]
-- input { [[0i64, 1i64], [], [1i64, 0i64, 2i64], [0i64]] } auto output
entry failing (xss: [][?]i64): [][?]i64 =
  map (\xs -> map (\x -> i64.sum (map (\y -> xs[(x + y) / 2] - y) xs)) xs) xss
