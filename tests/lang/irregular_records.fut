-- Tuples and records as elements of irregular arrays.
-- ==
-- entry: fields
-- input { [[1i64, 2i64], [], [3i64]] }
-- output { [[[0i64], [0i64, 1i64]], empty([0][?]i64), [[0i64, 1i64, 2i64]]] }

-- ==
-- entry: selected
-- input { [[1i64, 2i64], [], [3i64]] }
-- output { [7i64, 8i64] }

-- ==
-- entry: joined
-- input { [[1i64, 2i64], [], [3i64]] }
-- output { [[1i64, 2i64], empty([0]i64), [3i64], [2i64, 1i64], empty([0]i64), [3i64]] }

-- ==
-- entry: extended
-- input { [[1i64, 2i64], [], [3i64]] }
-- output { [[1i64, 2i64, 2i64], [0i64], [3i64, 1i64]] }

-- ==
-- entry: sorted
-- input { [[1i64, 2i64], [], [3i64]] }
-- output { [empty([0]i64), [3i64], [1i64, 2i64]] [empty([0][?]i64), [[0i64, 1i64, 2i64]], [[0i64], [0i64, 1i64]]] }

-- ==
-- entry: grouped
-- input { [[1i64, 2i64], [], [3i64, 4i64]] }
-- output { [[empty([0]i64)], [[1i64, 2i64], [3i64, 4i64]]] }

-- ==
-- entry: updated
-- input { [[1i64, 2i64], [], [3i64]] }
-- output { [9i64, 0i64, 1i64] [[7i64, 7i64], empty([0]i64), [3i64]] }

-- ==
-- entry: unzipped
-- input { [[1i64, 2i64], [], [3i64]] }
-- output { [[1i64, 2i64], empty([0]i64), [3i64]] [[false, true], empty([0]bool), [true]] }

-- ==
-- entry: expanded
-- input { [[1i64, 2i64], [], [3i64]] }
-- output { [1i64, 2i64, 3i64] [0i64, 1i64, 0i64] }

-- ==
-- entry: scattered
-- input { [[1i64, 2i64], [], [3i64]] }
-- output { [[1i64, 2i64], [5i64], [3i64]] }

type~ cell = {size: i64, row: [?]i64, rows: [?][?]i64}
def cells [n] (xss: [n][?]i64): [n]cell = map (\xs -> {size = length xs, row = xs, rows = map iota xs}) xss

entry fields (xss: [][?]i64) = map (.rows) (cells xss)

-- Components of one selection keep their common sizes.
entry selected (xss: [][?]i64) = map (\c -> c.size + i64.sum c.row + length (flatten c.rows)) (reverse (filter (\c -> c.size > 0) (cells xss)))

entry joined (xss: [][?]i64) = let cs = cells xss ++ cells (map reverse xss) in map (\c -> c.row) cs

entry extended (xss: [][?]i64) = map (\c -> c with row = c.row ++ [c.size]) (cells xss) |> map (.row)

entry sorted (xss: [][?]i64) = let cs = cells xss in (sort_by_key (<=) (map (.size) cs) cs).1 |> map (\c -> (c.row, c.rows))

entry grouped (xss: [][?]i64) = let cs = cells xss in (group_by_key (<=) (map (.size) cs) cs).1 |> map (map (.row))

entry updated (xss: [][?]i64) = let cs = map (\xs -> (length xs, xs)) xss in (copy cs) with [0] = (9, [7, 7])

entry unzipped (xss: [][?]i64) = map unzip (map (map (\x -> (x, x > 1))) xss)

entry expanded (xss: [][?]i64) = expand (\c -> c.size) (\c i -> (c.row[i], i)) (cells xss)

entry scattered (xss: [][?]i64) = map (\c -> c.row) (scatter (copy (cells xss)) [1] [{size = 1, row = [5], rows = [[6, 7]]}])

-- A scatter of pairs of rows whose sizes are not the same.
-- ==
-- entry: scattered_pairs
-- input { 3i64 } output { [[3i64, 3i64], [0i64, 1i64]] [[1.5f64], [0.5f64]] }
entry scattered_pairs (k: i64): ([][]i64, [][]f64) =
  unzip (scatter [([0, 0], [0.0]), ([0, 1], [0.5])] [0, 7] [([k, k], [1.5]), ([k, k], [2.5])])
