-- Neighbours in rings of one and more elements, of other widths, and remainders that are none of neighbours.

entry ring [n] (xs: [n]i64): [n]i64 = map (\i -> xs[(i + 1) % n] * 10 + xs[(i - 1 + n) % n]) (iota n)
entry columns [n] [m] (xss: [n][m]i64): [n][m]i64 = tabulate_2d n m (\i j -> xss[(i + n - 1) % n, (j + 1) % m])
entry far [n] (xs: [n]i64): [n]i64 = map (\i -> xs[(i + 2) % n]) (iota n)
entry behind [n] (xs: [n]i64): [n]i64 = map (\i -> xs[(i - 1) % n]) (iota n)
entry rows [n] (xss: [n][?]i64): [n][?]i64 =
  map (\xs -> map (\j -> xs[(j + 1) % length xs] + xs[(j + length xs - 1) % length xs]) (indices xs)) xss
entry small [n] (xs: [n]i32): [n]i32 =
  map (\i -> let k = i32.i64 i in xs[i64.i32 ((k + 1) % i32.i64 n)]) (iota n)

-- ==
-- entry: ring far behind
-- input { empty([0]i64) } auto output
-- input { [7i64] } auto output
-- input { [7i64, 9] } auto output
-- input { [1i64, 2, 3, 4, 5] } auto output

-- ==
-- entry: columns
-- input { empty([0][3]i64) } auto output
-- input { [[1i64]] } auto output
-- input { [[1i64, 2, 3], [4, 5, 6]] } auto output

-- ==
-- entry: rows
-- input { [empty([0]i64), [1i64], [1i64, 2], [5i64, 6, 7, 8]] } auto output

-- ==
-- entry: small
-- input { [1i32] } auto output
-- input { [1i32, 2, 3, 4, 5] } auto output
