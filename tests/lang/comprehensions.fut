-- Comprehensions.
-- ==
-- entry: squares
-- input { [1i64, 2i64, 3i64] } output { [1i64, 4i64, 9i64] }
-- input { empty([0]i64) } output { empty([0]i64) }
entry squares [n] (xs: [n]i64): [n]i64 = [x * x | x <- xs]
-- ==
-- entry: evens
-- input { [1i64, 2i64, 3i64, 4i64] } output { [20i64, 40i64] }
entry evens (xs: []i64): []i64 = [x * 10 | x <- xs, x % 2 == 0]
-- ==
-- entry: pairs
-- input { [1i64, 2i64] [10i64, 20i64, 30i64] } output { [11i64, 21i64, 31i64, 12i64, 22i64, 32i64] }
entry pairs [n] [m] (xs: [n]i64) (ys: [m]i64): [n * m]i64 = [x + y | x <- xs, y <- ys]
-- ==
-- entry: triples
-- input { 20i64 } output { [3i64, 5i64, 6i64, 8i64, 9i64, 12i64] [4i64, 12i64, 8i64, 15i64, 12i64, 16i64] [5i64, 13i64, 10i64, 17i64, 15i64, 20i64] }
entry triples (n: i64): ([]i64, []i64, []i64) =
  unzip3 [(x, y, z) | x <- 1...n, y <- x...n, z <- y...n, x * x + y * y == z * z]
-- ==
-- entry: lets
-- input { [1i64, 2i64, 3i64, 4i64] } output { [3i64, 6i64, 10i64] }
entry lets (xs: []i64): []i64 = [a * x | x <- xs, let y = x + 1, y > 2, let a = y - 2 + 2, a > 0] |> map (\x -> x / 2 * 1)
-- ==
-- entry: zips
-- input { [1i64, 2i64] [10i64, 20i64] } output { [11i64, 22i64] }
-- input { [1i64, 2i64] [10i64, 20i64, 30i64] } error: comprehensions.fut:[0-9]+:[0-9]+
entry zips (xs: []i64) (ys: []i64): []i64 = [x + y | x <- xs | y <- ys]
-- ==
-- entry: sorted
-- input { [3i64, 1i64, 2i64] } output { [1i64, 2i64, 3i64] [3i64, 2i64, 1i64] }
entry sorted (xs: []i64): ([]i64, []i64) = ([x | x <- xs, order by x], [x | x <- xs, order by x desc])
-- ==
-- entry: groups2
-- input { [1i64, 2i64, 1i64, 3i64] [10i64, 20i64, 30i64, 40i64] } output { [1i64, 2i64, 3i64] [40i64, 20i64, 40i64] }
entry groups2 [n] (ks: [n]i64) (vs: [n]i64): ([]i64, []i64) =
  unzip [(key, i64.sum v) | (k <- ks | v <- vs), group by key = k]
-- ==
-- entry: nested
-- input { [1i64, 3i64, 0i64] } output { [[0i64], [0i64, 1i64, 2i64], []] }
entry nested [n] (ns: [n]i64): [n][?]i64 = [[y | y <- 0..<x] | x <- ns]
-- ==
-- entry: ragged
-- input { [[1i64, 2i64], [], [3i64]] } output { [1i64, 2i64, 3i64] }
entry ragged [n] (xss: [n][?]i64): []i64 = [x | row <- xss, x <- row]
-- ==
-- entry: bits
-- input { 5i64 2i64 } output { [7i64] }
entry bits (a: i64) (b: i64): [1]i64 = [a | b]
-- ==
-- entry: bits2
-- input { [5i64, 1i64] 2i64 } output { [7i64, 3i64] }
entry bits2 (xs: []i64) (b: i64): []i64 = [x | b | x <- xs]
-- ==
-- entry: bykeys
-- input { [2i64, 1i64, 2i64, 1i64] [1.0f64, f64.nan, -1.0f64, 5.0f64] } output { [1i64, 1i64, 2i64, 2i64] [5.0f64, f64.nan, -1.0f64, 1.0f64] }
entry bykeys (xs: []i64) (ys: []f64): ([]i64, []f64) =
  unzip [(x, y) | (x <- xs | y <- ys), order by (x, y)]
-- ==
-- entry: stable
-- input { [3i64, 1i64, 4i64, 1i64, 5i64, 9i64, 2i64, 6i64] } output { [0i64, 1i64, 3i64, 4i64, 5i64, 2i64, 6i64, 7i64] [2i64, 6i64, 7i64, 0i64, 1i64, 3i64, 4i64, 5i64] }
entry stable [n] (xs: [n]i64): ([]i64, []i64) =
  ( [i | (x <- xs | i <- 0..<n), order by x % 2 == 0]
  , [i | (x <- xs | i <- 0..<n), order by x % 2 == 0 desc]
  )
-- ==
-- entry: later
-- input { [5i64, 3i64, 8i64, 1i64] } output { [30i64, 50i64, 80i64] }
entry later (xs: []i64): []i64 = [x * 10 | x <- xs, order by x, x > 1]
-- ==
-- entry: counts
-- input { [[1i64, 2i64, 1i64], [], [2i64, 2i64]] } output { [1i64, 2i64] [2i64, 3i64] [0i64, 4i64] }
entry counts [n] (xss: [n][?]i64): ([]i64, []i64, []i64) =
  unzip3 [(x, length i, i64.sum i) | (xs <- xss | i <- 0..<n), x <- xs, group by x = x]
-- ==
-- entry: keep
-- input { [1i64, 2i64, 3i64, 4i64, 5i64] } output { [[2i64, 4i64], [1i64, 3i64, 5i64]] }
entry keep (xs: []i64): [][?]i64 = [x | x <- xs, group by odd = x % 2]
-- ==
-- entry: bigger
-- input { [1i64, 2i64, 3i64, 4i64, 5i64] } output { [9i64] }
entry bigger (xs: []i64): []i64 = [i64.sum x | x <- xs, group by odd = x % 2, length x > 2]
-- ==
-- entry: triangle
-- input { 3i64 } output { [0i64, 10i64, 11i64, 20i64, 21i64, 22i64] }
entry triangle (n: i64): []i64 = [let a = 10 * x in a + y | x <- 0..<n, y <- 0...x]
-- ==
-- entry: records
-- input { [1i64, 2i64] [3i64, 4i64] } output { [4i64, 6i64] }
entry records (xs: []i64) (ys: []i64): []i64 =
  let ps = [{a = x, b = y} | x <- xs | y <- ys]
  in [p.a + p.b | p <- ps]
-- ==
-- entry: three
-- input { [1i64, 2i64] } output { [[[0i64]], [[0i64], [0i64, 1i64]]] }
entry three (xs: []i64): [][?][?]i64 = [[[z | z <- 0..<y] | y <- 1...x] | x <- xs]
-- ==
-- entry: patterns
-- input { [1i64, 2i64] [true, false] } output { [1i64] }
entry patterns (xs: []i64) (bs: []bool): []i64 = [x | (x, b) <- zip_same xs bs, b]
-- ==
-- entry: onerow
-- input { 3i64 } output { [6i64] }
entry onerow (n: i64): []i64 = [i64.sum row | row <- [1...n]]
-- ==
-- entry: fails
-- input { [1i64, 0i64] } error: comprehensions.fut:[0-9]+:[0-9]+: division by zero
entry fails (xs: []i64): []i64 = [10 / x | x <- xs]

-- Variables that are ignored: nothing that sides, orders and groups are made of uses them.
-- ==
-- entry: ignored_side
-- input { [5i64, 6i64] [true, false] } output { [5i64, 6i64] }
-- input { [5i64] [true, false] } error: one side of a zip has 2 elements, another one 1
entry ignored_side (xs: []i64) (bs: []bool): []i64 = [x | (x <- xs | _b <- bs)]
-- ==
-- entry: ignored_all
-- input { [5i64, 6i64] [true, false] } output { [7i64, 7i64] }
entry ignored_all (xs: []i64) (bs: []bool): []i64 = [7 | (_x <- xs | _b <- bs)]
-- ==
-- entry: ignored_order
-- input { [2i64, 1i64] [4i64, 3i64] } output { [1i64, 2i64] }
entry ignored_order (xs: []i64) (ys: []i64): []i64 =
  [(\_ -> x) true | (x, _y) <- zip_same xs ys, let _z = x + 1, _i <- 0..<1, order by x]
-- ==
-- entry: ignored_group
-- input { [2i64, 1i64, 2i64] } output { [1i64, 2i64] [1i64, 2i64] }
entry ignored_group (xs: []i64): ([]i64, []i64) =
  unzip [(k, (\_ -> length x) true) | x <- xs, let _y = 3 * x, x > 0, group by k = x]
