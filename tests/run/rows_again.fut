-- Rows of rows, each as often as it has rows: whoever gives every tile to a group has to know how many rows there are, too.

-- ==
-- entry: sums
-- input { [[[-1i64, 7i64]], [empty([0]i64), [0i64, -5i64, 8i64, 1i64, -5i64]], [[10i64], [0i64], empty([0]i64), [6i64, 6i64], empty([0]i64)], [empty([0]i64), empty([0]i64), [-3i64], [1i64], empty([0]i64)], [[-2i64], [5i64, 0i64, 6i64, 12i64, -5i64]], empty([0][?]i64)] }
-- output { [[6i64], [0i64, -1i64], [0i64, -1i64], [10i64, 0i64, 0i64, 12i64, 0i64], [10i64, 0i64, 0i64, 12i64, 0i64], [10i64, 0i64, 0i64, 12i64, 0i64], [10i64, 0i64, 0i64, 12i64, 0i64], [10i64, 0i64, 0i64, 12i64, 0i64], [0i64, 0i64, -3i64, 1i64, 0i64], [0i64, 0i64, -3i64, 1i64, 0i64], [0i64, 0i64, -3i64, 1i64, 0i64], [0i64, 0i64, -3i64, 1i64, 0i64], [0i64, 0i64, -3i64, 1i64, 0i64], [-2i64, 18i64], [-2i64, 18i64]] }
entry sums [n] (rows: [n][?][?]i64) : [][?]i64 = [map i64.sum row | row <- rows, _ <- row]

-- ==
-- entry: rows
-- input { [[[1i64], [2i64, 3i64]], empty([0][?]i64), [[4i64]]] }
-- output { [[[1i64], [2i64, 3i64]], [[1i64], [2i64, 3i64]], [[4i64]]] }
entry rows [n] (rows: [n][?][?]i64) : [][?][?]i64 = [row | row <- rows, _ <- row]
