-- Comprehensions, qualifier by qualifier.

entry squares [n] (xs: [n]i64): [n]i64 = [ x * x | x <- xs ]
entry ranges (a: i64) (b: i64): ([]i64, []i64, []i64) =
  ([ x | x <- a..<b ], [ x | x <- a...b ], [ x | x <- b..b-2...a ])
entry product (a: []i64) (b: []i64): []i64 = [ x * 10 + y | x <- a, y <- b ]
entry dependent (n: i64): []i64 = [ x * 100 + y * 10 + z | x <- 0..<n, y <- 0..<x, z <- y..<x ]
entry filters (a: []i64): []i64 = [ x | x <- a, x > 0, x % 2 == 0 ]
entry interleaved (a: []i64) (b: []i64): []i64 = [ x - y | x <- a, x > 0, y <- b, y < x, let d = x - y, d % 2 == 1 ]
entry lets (a: []i64): []i64 = [ y + z | x <- a, let y = x * x, let z = y + x ]
entry zips [n] (a: [n]i64) (b: [n]i64): [n]i64 = [ x * y | x <- a | y <- b ]
entry zips3 [n] (a: [n]i64) (b: [n]i64): []i64 = [ x * y + i | x <- a | y <- b | i <- 0..<n ]
entry zip_then (a: []i64) (b: []i64): []i64 = [ k | (x <- a | y <- b), k <- x...y, k % 2 == 0 ]
entry zip_filtered (a: []i64) (b: []i64): []i64 = [ x - y | x <- a, x > 0 | y <- b, y > 0 ]
entry zip_in_outer [n] (xss: [n][?]i64) (yss: [n][?]i64): []i64 =
  [ x * y | i <- 0..<n, (x <- xss[i] | y <- yss[i]) ]
entry over_rows (xss: [][?]i64): []i64 = [ x + length xs | xs <- xss, x <- xs ]
entry three_levels (xsss: [][?][?]i64): []i64 = [ x | xss <- xsss, xs <- xss, x <- xs, x != 0 ]
entry nested [n] (xss: [n][?]i64): [n][?]i64 = [ [ x * 2 | x <- xs, x > 0 ] | xs <- xss ]
entry regular_nest (n: i64) (m: i64): [][]i64 = [ [ i * m + j | j <- 0..<m ] | i <- 0..<n ]
entry filtered_rows (xss: [][?]i64): [][?]i64 = [ [ y + length xs | y <- xs ] | xs <- xss, length xs % 2 == 1 ]
entry nested_source (n: i64): []i64 = [ x + y | x <- [ k * k | k <- 0..<n ], y <- [ j | j <- 0..<x, j % 3 == 0 ] ]
entry maps_of_ranges [n] (ks: [n]i64): []i64 = [ v | k <- ks, v <- map (\i -> i * i + k) (iota k) ]
entry slices (xs: []i64): []i64 = [ y | i <- 0...length xs, y <- xs[i:] ]
entry invariant (xs: []i64) (k: i64): []i64 = [ x + i | i <- 0..<k, x <- xs ]
entry computed (xss: [][?]i64): []i64 = [ y | xs <- xss, y <- scan (+) 0 xs ]
entry tuples [n] (a: [n]i64) (b: [n]i64): []i64 = [ x * y | (x, y) <- zip a b, x < y ]
entry records [n] (a: [n]i64) (b: [n]i64): []i64 = [ p - q | {p, q} <- map2 (\p q -> {p, q}) a b ]
entry wild (xs: []i64): []i64 = [ 1 | _ <- xs ]
entry shadowed (xs: []i64): []i64 = [ x | x <- xs, x <- 0..<i64.max 0 x ]
entry sorted_desc (xs: []i64): []i64 = [ x | x <- xs, order by x desc ]
entry sorted_by_last [n] (a: [n]i64) (b: [n]i64): ([]i64, []i64) =
  unzip [ (x, y) | (x, y) <- zip a b, order by y % 3 desc, order by x % 2 ]
entry sorted_bool (xs: []i64): []i64 = [ x | x <- xs, order by (x > 0, x) ]
entry sorted_rows (xss: [][?]i64): [][?]i64 = [ xs | xs <- xss, order by length xs ]
entry sorted_then (xs: []i64): []i64 = [ y | x <- xs, order by x, y <- 0..<i64.max 0 x ]
entry groups_after (xs: []i64): []i64 = [ i64.sum y | x <- xs, y <- 0..<i64.max 0 x, group by k = x + y ]
entry group_group [n] (a: [n]i64) (b: [n]i64): ([]i64, []i64) =
  unzip [ (l, length k) | (a, b) <- zip a b, group by k = a, let t = i64.sum b, group by l = t % 2 ]
entry group_keys (xs: []f64): ([]f64, []i64) = unzip [ (k, length x) | x <- xs, group by k = x ]
entry group_rows (xss: [][?]i64): [][?]i64 = [ flatten xs | xs <- xss, group by k = length xs ]
entry inside_map [n] (ks: [n]i64): [n]i64 = map (\k -> i64.sum [ x * y | x <- 0..<k, y <- 0..<x ]) ks
entry in_loop (n: i64): []i64 = loop xs = [1] for i < n do [ x + y | x <- xs, y <- 0...1, x % 7 != i % 3 ]
entry bitwise_or (a: i64) (b: i64): [1]i64 = [ a | b ]
entry matrices [n] (ks: [n]i64): []i64 = [ x | m <- map (\k -> tabulate_2d k 2 (\i j -> i + j)) ks, r <- m, x <- r ]

-- The cases below are written by oracle.py.

-- ==
-- entry: squares
-- input { [8i64, -8i64, 1i64, -6i64, -8i64, -8i64, 9i64, -6i64, -4i64, 5i64, -6i64] }
-- output { [64i64, 64i64, 1i64, 36i64, 64i64, 64i64, 81i64, 36i64, 16i64, 25i64, 36i64] }
-- input { [-1i64, 7i64, -1i64, -7i64, -9i64, 3i64, 0i64] }
-- output { [1i64, 49i64, 1i64, 49i64, 81i64, 9i64, 0i64] }
-- input { [0i64, -3i64, 9i64, -8i64, 0i64, 0i64, -4i64, 0i64, 8i64, -2i64] }
-- output { [0i64, 9i64, 81i64, 64i64, 0i64, 0i64, 16i64, 0i64, 64i64, 4i64] }
-- input { [-8i64, 9i64, 2i64, 6i64, 2i64, 9i64, 2i64, 2i64, -1i64, -9i64, 8i64] }
-- output { [64i64, 81i64, 4i64, 36i64, 4i64, 81i64, 4i64, 4i64, 1i64, 81i64, 64i64] }
-- input { [-6i64, -1i64, -9i64, -4i64, 1i64] }
-- output { [36i64, 1i64, 81i64, 16i64, 1i64] }
-- input { empty([0]i64) }
-- output { empty([0]i64) }
-- input { [-6i64, 2i64, 8i64, -7i64, -7i64] }
-- output { [36i64, 4i64, 64i64, 49i64, 49i64] }
-- input { [-7i64, 7i64] }
-- output { [49i64, 49i64] }

-- ==
-- entry: ranges
-- input { 0i64 4i64 }
-- output { [0i64, 1i64, 2i64, 3i64] [0i64, 1i64, 2i64, 3i64, 4i64] [4i64, 2i64, 0i64] }
-- input { -3i64 -2i64 }
-- output { [-3i64] [-3i64, -2i64] [-2i64] }
-- input { 0i64 1i64 }
-- output { [0i64] [0i64, 1i64] [1i64] }
-- input { -1i64 0i64 }
-- output { [-1i64] [-1i64, 0i64] [0i64] }
-- input { -2i64 -2i64 }
-- output { empty([0]i64) [-2i64] [-2i64] }
-- input { 0i64 2i64 }
-- output { [0i64, 1i64] [0i64, 1i64, 2i64] [2i64, 0i64] }
-- input { -4i64 2i64 }
-- output { [-4i64, -3i64, -2i64, -1i64, 0i64, 1i64] [-4i64, -3i64, -2i64, -1i64, 0i64, 1i64, 2i64] [2i64, 0i64, -2i64, -4i64] }
-- input { -4i64 1i64 }
-- output { [-4i64, -3i64, -2i64, -1i64, 0i64] [-4i64, -3i64, -2i64, -1i64, 0i64, 1i64] [1i64, -1i64, -3i64] }

-- ==
-- entry: product
-- input { empty([0]i64) empty([0]i64) }
-- output { empty([0]i64) }
-- input { [-5i64, 1i64, -4i64, 7i64] [3i64, 1i64] }
-- output { [-47i64, -49i64, 13i64, 11i64, -37i64, -39i64, 73i64, 71i64] }
-- input { [9i64, 2i64, -6i64, 2i64, 6i64] [-8i64] }
-- output { [82i64, 12i64, -68i64, 12i64, 52i64] }
-- input { [8i64, 5i64] [-8i64, -5i64, 4i64, 3i64] }
-- output { [72i64, 75i64, 84i64, 83i64, 42i64, 45i64, 54i64, 53i64] }
-- input { empty([0]i64) [-5i64, 7i64, -9i64, -8i64, 7i64] }
-- output { empty([0]i64) }
-- input { [5i64, -1i64, -9i64] [-1i64] }
-- output { [49i64, -11i64, -91i64] }
-- input { [7i64] [1i64, -8i64, -4i64, -9i64] }
-- output { [71i64, 62i64, 66i64, 61i64] }
-- input { [0i64] empty([0]i64) }
-- output { empty([0]i64) }

-- ==
-- entry: dependent
-- input { 3i64 }
-- output { [100i64, 200i64, 201i64, 211i64] }
-- input { 4i64 }
-- output { [100i64, 200i64, 201i64, 211i64, 300i64, 301i64, 302i64, 311i64, 312i64, 322i64] }
-- input { 0i64 }
-- output { empty([0]i64) }
-- input { 1i64 }
-- output { empty([0]i64) }
-- input { 5i64 }
-- output { [100i64, 200i64, 201i64, 211i64, 300i64, 301i64, 302i64, 311i64, 312i64, 322i64, 400i64, 401i64, 402i64, 403i64, 411i64, 412i64, 413i64, 422i64, 423i64, 433i64] }
-- input { 6i64 }
-- output { [100i64, 200i64, 201i64, 211i64, 300i64, 301i64, 302i64, 311i64, 312i64, 322i64, 400i64, 401i64, 402i64, 403i64, 411i64, 412i64, 413i64, 422i64, 423i64, 433i64, 500i64, 501i64, 502i64, 503i64, 504i64, 511i64, 512i64, 513i64, 514i64, 522i64, 523i64, 524i64, 533i64, 534i64, 544i64] }
-- input { 2i64 }
-- output { [100i64] }

-- ==
-- entry: filters
-- input { [-8i64] }
-- output { empty([0]i64) }
-- input { [2i64, -6i64, 5i64] }
-- output { [2i64] }
-- input { [3i64, -9i64, -1i64, -4i64, 2i64, -3i64, 0i64, 7i64, -9i64] }
-- output { [2i64] }
-- input { [-6i64, 5i64, -9i64, 3i64, 8i64, -3i64, 3i64, -3i64, 4i64, 6i64] }
-- output { [8i64, 4i64, 6i64] }
-- input { [4i64, 0i64] }
-- output { [4i64] }
-- input { [2i64, -9i64, -8i64, 9i64, -6i64, -3i64, 4i64] }
-- output { [2i64, 4i64] }
-- input { [-2i64, -7i64, 5i64, 9i64, 0i64, -1i64, 9i64, 0i64, -4i64] }
-- output { empty([0]i64) }
-- input { [-3i64, 8i64, 8i64, -4i64] }
-- output { [8i64, 8i64] }

-- ==
-- entry: interleaved
-- input { [1i64, 5i64, 5i64, 1i64, -3i64] [-6i64, 9i64, 1i64, -1i64, -8i64] }
-- output { [7i64, 9i64, 11i64, 13i64, 11i64, 13i64, 7i64, 9i64] }
-- input { [-7i64, 0i64, 2i64, 2i64, -4i64] empty([0]i64) }
-- output { empty([0]i64) }
-- input { empty([0]i64) [7i64] }
-- output { empty([0]i64) }
-- input { [-6i64] [7i64, -2i64, -4i64] }
-- output { empty([0]i64) }
-- input { [-3i64] [2i64, 6i64] }
-- output { empty([0]i64) }
-- input { [8i64, 2i64, -3i64] [-4i64] }
-- output { empty([0]i64) }
-- input { [3i64, 7i64, -1i64] [-8i64, -2i64, 7i64, -3i64, 3i64] }
-- output { [11i64, 5i64, 15i64, 9i64] }
-- input { [-9i64, -3i64, -4i64, 5i64] [3i64, 7i64] }
-- output { empty([0]i64) }

-- ==
-- entry: lets
-- input { [5i64, 2i64, 7i64, -9i64, -9i64] }
-- output { [55i64, 10i64, 105i64, 153i64, 153i64] }
-- input { [-7i64, -2i64] }
-- output { [91i64, 6i64] }
-- input { [-1i64, -9i64, 9i64, 0i64, 3i64, -1i64, 0i64, -6i64, -3i64] }
-- output { [1i64, 153i64, 171i64, 0i64, 21i64, 1i64, 0i64, 66i64, 15i64] }
-- input { [5i64, 2i64] }
-- output { [55i64, 10i64] }
-- input { [3i64, 2i64, 3i64, 6i64, 9i64, -5i64, -4i64] }
-- output { [21i64, 10i64, 21i64, 78i64, 171i64, 45i64, 28i64] }
-- input { [2i64] }
-- output { [10i64] }
-- input { [0i64, 3i64, -4i64, 4i64, -4i64, 4i64, 5i64, 8i64, 7i64, -5i64] }
-- output { [0i64, 21i64, 28i64, 36i64, 28i64, 36i64, 55i64, 136i64, 105i64, 45i64] }
-- input { [4i64] }
-- output { [36i64] }

-- ==
-- entry: zips
-- input { empty([0]i64) empty([0]i64) }
-- output { empty([0]i64) }
-- input { [7i64, 2i64] [2i64, 9i64] }
-- output { [14i64, 18i64] }
-- input { [9i64, -4i64, -4i64] [-4i64, 6i64, 5i64] }
-- output { [-36i64, -24i64, -20i64] }
-- input { [-6i64, 7i64, -6i64, 1i64] [9i64, 8i64, -1i64, 0i64] }
-- output { [-54i64, 56i64, 6i64, 0i64] }
-- input { [2i64, 2i64, -2i64, -8i64, 3i64] [2i64, -2i64, -4i64, -9i64, 6i64] }
-- output { [4i64, -4i64, 8i64, 72i64, 18i64] }
-- input { [7i64, -8i64, -3i64] [3i64, -9i64, 4i64] }
-- output { [21i64, 72i64, -12i64] }
-- input { [-1i64, 2i64, 4i64, 0i64] [3i64, 7i64, 9i64, 8i64] }
-- output { [-3i64, 14i64, 36i64, 0i64] }
-- input { [4i64, 3i64] [-2i64, 5i64] }
-- output { [-8i64, 15i64] }

-- ==
-- entry: zips3
-- input { empty([0]i64) empty([0]i64) }
-- output { empty([0]i64) }
-- input { [-7i64] [3i64] }
-- output { [-21i64] }
-- input { [4i64, 5i64, 4i64] [0i64, 1i64, 4i64] }
-- output { [0i64, 6i64, 18i64] }
-- input { [-5i64, -8i64] [-3i64, -2i64] }
-- output { [15i64, 17i64] }
-- input { [5i64] [5i64] }
-- output { [25i64] }
-- input { [-6i64, -5i64] [7i64, 7i64] }
-- output { [-42i64, -34i64] }
-- input { [9i64, 3i64, 8i64, -8i64, 5i64] [9i64, 0i64, 7i64, -7i64, -5i64] }
-- output { [81i64, 1i64, 58i64, 59i64, -21i64] }
-- input { [-6i64, 7i64, -1i64, -2i64, 0i64, -8i64, 5i64] [-9i64, -8i64, -9i64, -5i64, -2i64, -3i64, 7i64] }
-- output { [54i64, -55i64, 11i64, 13i64, 4i64, 29i64, 41i64] }

-- ==
-- entry: zip_then
-- input { [5i64, 1i64, 5i64, -5i64, -5i64] [8i64, 3i64, 5i64, -6i64, -2i64] }
-- output { [6i64, 8i64, 2i64, -4i64, -2i64] }
-- input { [-9i64, -7i64, 6i64] [-6i64, -7i64, 7i64] }
-- output { [-8i64, -6i64, 6i64] }
-- input { [-3i64, 8i64, -8i64, 9i64] [0i64, 10i64, -9i64, 11i64] }
-- output { [-2i64, 0i64, 8i64, 10i64, 10i64] }
-- input { [9i64, -2i64, 8i64, -6i64, 8i64] [10i64, 0i64, 10i64, -4i64, 7i64] }
-- output { [10i64, -2i64, 0i64, 8i64, 10i64, -6i64, -4i64] }
-- input { empty([0]i64) empty([0]i64) }
-- output { empty([0]i64) }
-- input { [-6i64, 8i64, 2i64, 5i64, 1i64] [-3i64, 7i64, 3i64, 7i64, 4i64, 1i64] }
-- error: comprehensions.fut:\d+:\d+
-- input { [-4i64, -1i64, 4i64, 4i64, 6i64] [-2i64, -1i64, 4i64, 6i64, 7i64] }
-- output { [-4i64, -2i64, 4i64, 4i64, 6i64, 6i64] }
-- input { [4i64] [3i64] }
-- output { empty([0]i64) }

-- ==
-- entry: zip_filtered
-- input { [-1i64, -7i64, -9i64, 8i64, 1i64] [7i64, -4i64, -5i64] }
-- error: comprehensions.fut:\d+:\d+
-- input { [3i64] empty([0]i64) }
-- error: comprehensions.fut:\d+:\d+
-- input { [-2i64, -2i64, 5i64, -6i64] [8i64, 7i64, -9i64, -8i64] }
-- error: comprehensions.fut:\d+:\d+
-- input { [4i64, -2i64, -6i64, 1i64] [1i64, -9i64, -1i64, -6i64] }
-- error: comprehensions.fut:\d+:\d+
-- input { [7i64, -6i64, -7i64, 0i64, -5i64] empty([0]i64) }
-- error: comprehensions.fut:\d+:\d+
-- input { [-5i64, -9i64, 6i64, 7i64, -4i64] [9i64, -4i64, -3i64] }
-- error: comprehensions.fut:\d+:\d+
-- input { [-7i64, 9i64] [-8i64, 7i64, -4i64] }
-- output { [2i64] }
-- input { [8i64, -9i64, 6i64] empty([0]i64) }
-- error: comprehensions.fut:\d+:\d+

-- ==
-- entry: zip_in_outer
-- input { empty([0][?]i64) empty([0][?]i64) }
-- output { empty([0]i64) }
-- input { [empty([0]i64)] [empty([0]i64)] }
-- output { empty([0]i64) }
-- input { [[3i64]] [[8i64]] }
-- output { [24i64] }
-- input { [[-2i64], [-3i64], [0i64, -1i64]] [[6i64], [0i64], [-6i64, 8i64]] }
-- output { [-12i64, 0i64, 0i64, -8i64] }
-- input { [[2i64, 2i64, 0i64], [-1i64]] [[-2i64, 4i64, -7i64], [5i64]] }
-- output { [-4i64, 8i64, 0i64, -5i64] }
-- input { [empty([0]i64), [-2i64, 1i64, 0i64, 2i64]] [empty([0]i64), [0i64, 7i64, 2i64, 0i64]] }
-- output { [0i64, 7i64, 0i64, 0i64] }
-- input { [[2i64, 3i64]] [[-2i64, 3i64]] }
-- output { [-4i64, 9i64] }
-- input { [[-2i64, 0i64], empty([0]i64), [2i64], [-3i64, 1i64], [-3i64, -1i64, -1i64], [3i64, -2i64], [3i64]] [[0i64, -4i64], empty([0]i64), [7i64], [7i64, -1i64], [2i64, -2i64, 8i64], [-2i64, -9i64], [6i64]] }
-- output { [0i64, 0i64, 14i64, -21i64, -1i64, -6i64, 2i64, -8i64, -6i64, 18i64, 18i64] }

-- ==
-- entry: over_rows
-- input { empty([0][?]i64) }
-- output { empty([0]i64) }
-- input { [[5i64], [-9i64]] }
-- output { [6i64, -8i64] }
-- input { [[1i64, 8i64, -7i64], [-7i64]] }
-- output { [4i64, 11i64, -4i64, -6i64] }
-- input { [[-4i64], [-8i64, 5i64], [8i64], [-9i64]] }
-- output { [-3i64, -6i64, 7i64, 9i64, -8i64] }
-- input { [[-7i64, 3i64, 6i64], empty([0]i64), empty([0]i64), [-1i64], empty([0]i64), [-7i64]] }
-- output { [-4i64, 6i64, 9i64, 0i64, -6i64] }
-- input { [[-5i64, -5i64], [7i64], [-3i64], [3i64], empty([0]i64)] }
-- output { [-3i64, -3i64, 8i64, -2i64, 4i64] }
-- input { [[4i64], [-7i64, -8i64], [2i64], [-2i64, -8i64, 7i64]] }
-- output { [5i64, -5i64, -6i64, 3i64, 1i64, -5i64, 10i64] }
-- input { [empty([0]i64), [-6i64, 6i64], [-1i64], [-9i64, 4i64, -2i64], [0i64]] }
-- output { [-4i64, 8i64, 0i64, -6i64, 7i64, 1i64, 1i64] }

-- ==
-- entry: three_levels
-- input { [empty([0][?]i64), empty([0][?]i64), [empty([0]i64), [8i64], empty([0]i64)], [empty([0]i64), empty([0]i64)]] }
-- output { [8i64] }
-- input { [[[-8i64, 4i64]], [empty([0]i64), empty([0]i64), empty([0]i64)], [empty([0]i64)], empty([0][?]i64)] }
-- output { [-8i64, 4i64] }
-- input { empty([0][?][?]i64) }
-- output { empty([0]i64) }
-- input { [[[0i64, 9i64]], [[-4i64], empty([0]i64), [7i64]], [[2i64]]] }
-- output { [9i64, -4i64, 7i64, 2i64] }
-- input { [empty([0][?]i64), [empty([0]i64)], empty([0][?]i64)] }
-- output { empty([0]i64) }
-- input { [[[8i64], [9i64, -6i64, 7i64], [-3i64]]] }
-- output { [8i64, 9i64, -6i64, 7i64, -3i64] }
-- input { [[[-5i64, 4i64, 1i64], empty([0]i64), empty([0]i64)]] }
-- output { [-5i64, 4i64, 1i64] }
-- input { [[[9i64, -8i64]], empty([0][?]i64), [empty([0]i64), [-5i64, -1i64]], [empty([0]i64), [-5i64, 3i64, 0i64, -7i64]]] }
-- output { [9i64, -8i64, -5i64, -1i64, -5i64, 3i64, -7i64] }

-- ==
-- entry: nested
-- input { empty([0][?]i64) }
-- output { empty([0][?]i64) }
-- input { [empty([0]i64), [1i64]] }
-- output { [empty([0]i64), [2i64]] }
-- input { [[2i64], [-6i64, 4i64, 6i64], [3i64, -7i64, -8i64]] }
-- output { [[4i64], [8i64, 12i64], [6i64]] }
-- input { [[3i64], [-7i64, 1i64, -5i64, 0i64]] }
-- output { [[6i64], [2i64]] }
-- input { [[-9i64], [8i64, 5i64, -2i64], [-6i64], empty([0]i64)] }
-- output { [empty([0]i64), [16i64, 10i64], empty([0]i64), empty([0]i64)] }
-- input { [empty([0]i64), [-1i64, -4i64], [7i64]] }
-- output { [empty([0]i64), empty([0]i64), [14i64]] }
-- input { [[0i64]] }
-- output { [empty([0]i64)] }
-- input { [empty([0]i64), [2i64, 5i64, 7i64], [0i64, 2i64, -5i64], [9i64, 8i64], empty([0]i64)] }
-- output { [empty([0]i64), [4i64, 10i64, 14i64], [4i64], [18i64, 16i64], empty([0]i64)] }

-- ==
-- entry: regular_nest
-- input { 1i64 4i64 }
-- output { [[0i64, 1i64, 2i64, 3i64]] }
-- input { 4i64 1i64 }
-- output { [[0i64], [1i64], [2i64], [3i64]] }
-- input { 1i64 3i64 }
-- output { [[0i64, 1i64, 2i64]] }
-- input { 2i64 3i64 }
-- output { [[0i64, 1i64, 2i64], [3i64, 4i64, 5i64]] }
-- input { 4i64 2i64 }
-- output { [[0i64, 1i64], [2i64, 3i64], [4i64, 5i64], [6i64, 7i64]] }
-- input { 2i64 1i64 }
-- output { [[0i64], [1i64]] }
-- input { 1i64 1i64 }
-- output { [[0i64]] }
-- input { 4i64 4i64 }
-- output { [[0i64, 1i64, 2i64, 3i64], [4i64, 5i64, 6i64, 7i64], [8i64, 9i64, 10i64, 11i64], [12i64, 13i64, 14i64, 15i64]] }

-- ==
-- entry: filtered_rows
-- input { empty([0][?]i64) }
-- output { empty([0][?]i64) }
-- input { [[3i64, 2i64], [2i64]] }
-- output { [[3i64]] }
-- input { [[7i64, 0i64], [-4i64, -4i64, 0i64]] }
-- output { [[-1i64, -1i64, 3i64]] }
-- input { [[6i64, -3i64], [9i64], [6i64, 5i64, -7i64], [-5i64]] }
-- output { [[10i64], [9i64, 8i64, -4i64], [-4i64]] }
-- input { [[7i64, -7i64], [2i64, -7i64, 2i64]] }
-- output { [[5i64, -4i64, 5i64]] }
-- input { [[7i64, -4i64], [-4i64], [-3i64], [9i64, -3i64], [-2i64], [0i64]] }
-- output { [[-3i64], [-2i64], [-1i64], [1i64]] }
-- input { [[-2i64], [-3i64, -6i64, -7i64, -7i64, 6i64, -3i64]] }
-- output { [[-1i64]] }
-- input { [empty([0]i64), [-1i64], [8i64], [0i64, -9i64, -1i64], empty([0]i64)] }
-- output { [[0i64], [9i64], [3i64, -6i64, 2i64]] }

-- ==
-- entry: nested_source
-- input { 0i64 }
-- output { empty([0]i64) }
-- input { 6i64 }
-- output { [1i64, 4i64, 7i64, 9i64, 12i64, 15i64, 16i64, 19i64, 22i64, 25i64, 28i64, 31i64, 25i64, 28i64, 31i64, 34i64, 37i64, 40i64, 43i64, 46i64, 49i64] }
-- input { 5i64 }
-- output { [1i64, 4i64, 7i64, 9i64, 12i64, 15i64, 16i64, 19i64, 22i64, 25i64, 28i64, 31i64] }
-- input { 1i64 }
-- output { empty([0]i64) }
-- input { 4i64 }
-- output { [1i64, 4i64, 7i64, 9i64, 12i64, 15i64] }
-- input { 2i64 }
-- output { [1i64] }
-- input { 3i64 }
-- output { [1i64, 4i64, 7i64] }

-- ==
-- entry: maps_of_ranges
-- input { [4i64] }
-- output { [4i64, 5i64, 8i64, 13i64] }
-- input { [5i64, 2i64, 3i64] }
-- output { [5i64, 6i64, 9i64, 14i64, 21i64, 2i64, 3i64, 3i64, 4i64, 7i64] }
-- input { [3i64, 3i64, 0i64, 2i64] }
-- output { [3i64, 4i64, 7i64, 3i64, 4i64, 7i64, 2i64, 3i64] }
-- input { [3i64, 4i64, 2i64] }
-- output { [3i64, 4i64, 7i64, 4i64, 5i64, 8i64, 13i64, 2i64, 3i64] }
-- input { [4i64, 3i64, 5i64] }
-- output { [4i64, 5i64, 8i64, 13i64, 3i64, 4i64, 7i64, 5i64, 6i64, 9i64, 14i64, 21i64] }
-- input { [1i64, 5i64] }
-- output { [1i64, 5i64, 6i64, 9i64, 14i64, 21i64] }
-- input { [3i64, 4i64, 5i64, 4i64] }
-- output { [3i64, 4i64, 7i64, 4i64, 5i64, 8i64, 13i64, 5i64, 6i64, 9i64, 14i64, 21i64, 4i64, 5i64, 8i64, 13i64] }
-- input { [2i64] }
-- output { [2i64, 3i64] }

-- ==
-- entry: slices
-- input { empty([0]i64) }
-- output { empty([0]i64) }
-- input { [-7i64, 5i64, 1i64, -9i64] }
-- output { [-7i64, 5i64, 1i64, -9i64, 5i64, 1i64, -9i64, 1i64, -9i64, -9i64] }
-- input { [-9i64, -5i64, -4i64] }
-- output { [-9i64, -5i64, -4i64, -5i64, -4i64, -4i64] }
-- input { [-1i64, 3i64, 7i64, -4i64, -8i64] }
-- output { [-1i64, 3i64, 7i64, -4i64, -8i64, 3i64, 7i64, -4i64, -8i64, 7i64, -4i64, -8i64, -4i64, -8i64, -8i64] }
-- input { [0i64, 8i64, 6i64, 9i64, -2i64] }
-- output { [0i64, 8i64, 6i64, 9i64, -2i64, 8i64, 6i64, 9i64, -2i64, 6i64, 9i64, -2i64, 9i64, -2i64, -2i64] }
-- input { [2i64] }
-- output { [2i64] }
-- input { [-1i64, -5i64, -5i64, 9i64] }
-- output { [-1i64, -5i64, -5i64, 9i64, -5i64, -5i64, 9i64, -5i64, 9i64, 9i64] }
-- input { [8i64, -2i64, -5i64, 6i64, 3i64] }
-- output { [8i64, -2i64, -5i64, 6i64, 3i64, -2i64, -5i64, 6i64, 3i64, -5i64, 6i64, 3i64, 6i64, 3i64, 3i64] }

-- ==
-- entry: invariant
-- input { empty([0]i64) 0i64 }
-- output { empty([0]i64) }
-- input { [-5i64, -3i64, -6i64] 3i64 }
-- output { [-5i64, -3i64, -6i64, -4i64, -2i64, -5i64, -3i64, -1i64, -4i64] }
-- input { [8i64] 2i64 }
-- output { [8i64, 9i64] }
-- input { [-1i64, -2i64] 0i64 }
-- output { empty([0]i64) }
-- input { [8i64, 6i64, 1i64] 0i64 }
-- output { empty([0]i64) }
-- input { [9i64, 7i64, 1i64] 1i64 }
-- output { [9i64, 7i64, 1i64] }
-- input { empty([0]i64) 3i64 }
-- output { empty([0]i64) }
-- input { [0i64, 6i64] 1i64 }
-- output { [0i64, 6i64] }

-- ==
-- entry: computed
-- input { empty([0][?]i64) }
-- output { empty([0]i64) }
-- input { [[6i64]] }
-- output { [6i64] }
-- input { [[9i64, 4i64, -6i64], empty([0]i64)] }
-- output { [9i64, 13i64, 7i64] }
-- input { [empty([0]i64), [-9i64]] }
-- output { [-9i64] }
-- input { [empty([0]i64), [9i64, -3i64], [-5i64], [-8i64]] }
-- output { [9i64, 6i64, -5i64, -8i64] }
-- input { [[2i64], empty([0]i64), [5i64], [-6i64], [8i64], [2i64]] }
-- output { [2i64, 5i64, -6i64, 8i64, 2i64] }
-- input { [[5i64], empty([0]i64), [-7i64]] }
-- output { [5i64, -7i64] }
-- input { [[-9i64, 4i64, 6i64, 8i64, -4i64], empty([0]i64), [-3i64], [-7i64, -3i64, -3i64], empty([0]i64), [0i64]] }
-- output { [-9i64, -5i64, 1i64, 9i64, 5i64, -3i64, -7i64, -10i64, -13i64, 0i64] }

-- ==
-- entry: tuples
-- input { empty([0]i64) empty([0]i64) }
-- output { empty([0]i64) }
-- input { [-2i64] [-9i64] }
-- output { empty([0]i64) }
-- input { [-5i64] [-1i64] }
-- output { [5i64] }
-- input { [2i64] [-5i64] }
-- output { empty([0]i64) }
-- input { [-1i64, -5i64] [-3i64, -9i64] }
-- output { empty([0]i64) }
-- input { [7i64, -7i64, -7i64] [5i64, 8i64, -5i64] }
-- output { [-56i64, 35i64] }
-- input { [-4i64, -3i64] [5i64, -6i64] }
-- output { [-20i64] }
-- input { [3i64, -6i64, -1i64] [0i64, 6i64, 1i64] }
-- output { [-36i64, -1i64] }

-- ==
-- entry: records
-- input { empty([0]i64) empty([0]i64) }
-- output { empty([0]i64) }
-- input { [0i64, 7i64] [-6i64, -3i64] }
-- output { [6i64, 10i64] }
-- input { [0i64, -1i64] [5i64, -6i64] }
-- output { [-5i64, 5i64] }
-- input { [0i64, 1i64, 4i64] [-1i64, 9i64, 9i64] }
-- output { [1i64, -8i64, -5i64] }
-- input { [4i64, 8i64, 3i64, 3i64, -6i64, -2i64] [-2i64, 3i64, 3i64, -3i64, 5i64, 6i64] }
-- output { [6i64, 5i64, 0i64, 6i64, -11i64, -8i64] }
-- input { [-6i64, -9i64, -8i64, 1i64, 2i64, -4i64, -8i64] [-8i64, -1i64, -1i64, -4i64, 9i64, 8i64, 0i64] }
-- output { [2i64, -8i64, -7i64, 5i64, -7i64, -12i64, -8i64] }
-- input { [6i64, 4i64, 3i64, 7i64, 1i64, 9i64, 6i64] [2i64, -7i64, -3i64, -7i64, -8i64, -8i64, 9i64] }
-- output { [4i64, 11i64, 6i64, 14i64, 9i64, 17i64, -3i64] }
-- input { [-6i64, 2i64, 9i64] [-2i64, 9i64, 5i64] }
-- output { [-4i64, -7i64, 4i64] }

-- ==
-- entry: wild
-- input { [-3i64, -5i64, -5i64, 8i64, -4i64, -4i64, -3i64, 1i64, -1i64, -3i64, -1i64] }
-- output { [1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64] }
-- input { [2i64, -8i64, -6i64, 4i64, 8i64] }
-- output { [1i64, 1i64, 1i64, 1i64, 1i64] }
-- input { [-2i64, 4i64] }
-- output { [1i64, 1i64] }
-- input { [5i64, -4i64] }
-- output { [1i64, 1i64] }
-- input { [0i64, 8i64, -3i64, -3i64, 4i64, 1i64, 7i64, -7i64, -8i64, 6i64] }
-- output { [1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64] }
-- input { [2i64, -9i64, -4i64, 8i64, -5i64, -6i64, 8i64, -9i64, -9i64, 0i64] }
-- output { [1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64] }
-- input { [2i64, -6i64, -6i64] }
-- output { [1i64, 1i64, 1i64] }
-- input { [-4i64, 2i64, 0i64, -4i64, -3i64, -9i64, 1i64, -8i64, -8i64, 4i64, 3i64, -9i64] }
-- output { [1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64] }

-- ==
-- entry: shadowed
-- input { [-8i64, 5i64, 2i64, -9i64, -7i64, -9i64, -6i64, -1i64] }
-- output { [0i64, 1i64, 2i64, 3i64, 4i64, 0i64, 1i64] }
-- input { [6i64, 1i64, -8i64, -4i64, 7i64, 9i64, -4i64, 7i64] }
-- output { [0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 0i64, 0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64, 0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64] }
-- input { [-9i64, -3i64, -1i64, 7i64, 5i64, -4i64] }
-- output { [0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 0i64, 1i64, 2i64, 3i64, 4i64] }
-- input { [-3i64, 2i64, -9i64, 0i64, -8i64, -3i64, -9i64, -2i64, 4i64, 9i64, 7i64, 3i64] }
-- output { [0i64, 1i64, 0i64, 1i64, 2i64, 3i64, 0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64, 0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 0i64, 1i64, 2i64] }
-- input { empty([0]i64) }
-- output { empty([0]i64) }
-- input { [-5i64, 7i64] }
-- output { [0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64] }
-- input { [-8i64, -8i64, 0i64, 1i64, -8i64, -6i64, 2i64, 8i64, 3i64, 8i64, 4i64] }
-- output { [0i64, 0i64, 1i64, 0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 0i64, 1i64, 2i64, 0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 0i64, 1i64, 2i64, 3i64] }
-- input { [-5i64, 9i64, -6i64, 3i64, -6i64, 6i64, 4i64, -8i64, 3i64, -4i64, -4i64] }
-- output { [0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64, 0i64, 1i64, 2i64, 0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 0i64, 1i64, 2i64, 3i64, 0i64, 1i64, 2i64] }

-- ==
-- entry: sorted_desc
-- input { [3i64, 2i64] }
-- output { [3i64, 2i64] }
-- input { [5i64, -4i64, 3i64, 5i64, 5i64, 2i64, 6i64, -5i64, 0i64, 6i64] }
-- output { [6i64, 6i64, 5i64, 5i64, 5i64, 3i64, 2i64, 0i64, -4i64, -5i64] }
-- input { [-5i64, -1i64, -1i64, -3i64, 7i64, 2i64, 3i64, -3i64, 6i64, 5i64] }
-- output { [7i64, 6i64, 5i64, 3i64, 2i64, -1i64, -1i64, -3i64, -3i64, -5i64] }
-- input { [0i64, 5i64, 6i64, 4i64, -8i64, -9i64, 5i64, 5i64, 7i64] }
-- output { [7i64, 6i64, 5i64, 5i64, 5i64, 4i64, 0i64, -8i64, -9i64] }
-- input { [-5i64, 7i64, -5i64, 5i64, -8i64, -5i64, -3i64, -5i64, 6i64, 9i64, 4i64, -4i64] }
-- output { [9i64, 7i64, 6i64, 5i64, 4i64, -3i64, -4i64, -5i64, -5i64, -5i64, -5i64, -8i64] }
-- input { [9i64, -9i64] }
-- output { [9i64, -9i64] }
-- input { [3i64, -1i64, 5i64, -8i64, 1i64] }
-- output { [5i64, 3i64, 1i64, -1i64, -8i64] }
-- input { [5i64] }
-- output { [5i64] }

-- ==
-- entry: sorted_by_last
-- input { empty([0]i64) empty([0]i64) }
-- output { empty([0]i64) empty([0]i64) }
-- input { [-6i64] [-9i64] }
-- output { [-6i64] [-9i64] }
-- input { [-5i64, 4i64] [1i64, -4i64] }
-- output { [4i64, -5i64] [-4i64, 1i64] }
-- input { [2i64, -4i64, -4i64, 6i64] [6i64, 3i64, -2i64, -8i64] }
-- output { [-4i64, 6i64, 2i64, -4i64] [-2i64, -8i64, 6i64, 3i64] }
-- input { [-3i64, 6i64, -3i64, 3i64] [-2i64, -8i64, 8i64, 4i64] }
-- output { [6i64, -3i64, -3i64, 3i64] [-8i64, 8i64, -2i64, 4i64] }
-- input { [1i64, 8i64] [8i64, -1i64] }
-- output { [8i64, 1i64] [-1i64, 8i64] }
-- input { [0i64, 9i64, 4i64, -7i64, -6i64] [7i64, 8i64, 8i64, 0i64, 2i64] }
-- output { [4i64, -6i64, 0i64, 9i64, -7i64] [8i64, 2i64, 7i64, 8i64, 0i64] }
-- input { [1i64, 3i64, -8i64, 3i64, 9i64, 3i64] [-5i64, 6i64, -8i64, -6i64, -1i64, -7i64] }
-- output { [-8i64, 9i64, 3i64, 1i64, 3i64, 3i64] [-8i64, -1i64, -7i64, -5i64, 6i64, -6i64] }

-- ==
-- entry: sorted_bool
-- input { [-6i64, 3i64, 3i64, 6i64, -2i64, -9i64, 2i64] }
-- output { [-9i64, -6i64, -2i64, 2i64, 3i64, 3i64, 6i64] }
-- input { [-1i64, 8i64, 6i64, 4i64, -6i64, -6i64, -2i64, 3i64, 0i64, -9i64, 4i64] }
-- output { [-9i64, -6i64, -6i64, -2i64, -1i64, 0i64, 3i64, 4i64, 4i64, 6i64, 8i64] }
-- input { [-1i64, 2i64, -9i64, 4i64, 9i64, -1i64, 3i64, 0i64, 4i64, 6i64, -6i64] }
-- output { [-9i64, -6i64, -1i64, -1i64, 0i64, 2i64, 3i64, 4i64, 4i64, 6i64, 9i64] }
-- input { [5i64, 5i64, -5i64, 3i64, -4i64, 4i64, 7i64, -8i64, 2i64, 3i64] }
-- output { [-8i64, -5i64, -4i64, 2i64, 3i64, 3i64, 4i64, 5i64, 5i64, 7i64] }
-- input { [4i64, -1i64, 5i64, -4i64, 5i64, 7i64, -3i64, -7i64] }
-- output { [-7i64, -4i64, -3i64, -1i64, 4i64, 5i64, 5i64, 7i64] }
-- input { [5i64, 5i64, -5i64, -6i64, 6i64, -7i64, 8i64, -1i64, -1i64, 1i64, 1i64] }
-- output { [-7i64, -6i64, -5i64, -1i64, -1i64, 1i64, 1i64, 5i64, 5i64, 6i64, 8i64] }
-- input { [7i64, 3i64, -7i64, -9i64, 3i64, 3i64, 0i64, 5i64, 2i64, 5i64, -1i64] }
-- output { [-9i64, -7i64, -1i64, 0i64, 2i64, 3i64, 3i64, 3i64, 5i64, 5i64, 7i64] }
-- input { [5i64, 9i64, 5i64, 9i64, 6i64, 6i64, 6i64, -2i64, 0i64, 4i64] }
-- output { [-2i64, 0i64, 4i64, 5i64, 5i64, 6i64, 6i64, 6i64, 9i64, 9i64] }

-- ==
-- entry: sorted_rows
-- input { empty([0][?]i64) }
-- output { empty([0][?]i64) }
-- input { [empty([0]i64)] }
-- output { [empty([0]i64)] }
-- input { [[6i64], [-2i64], [5i64, -4i64], [7i64, 7i64, -8i64]] }
-- output { [[6i64], [-2i64], [5i64, -4i64], [7i64, 7i64, -8i64]] }
-- input { [[-7i64, -1i64], [2i64, 2i64, 5i64], [6i64, 5i64]] }
-- output { [[-7i64, -1i64], [6i64, 5i64], [2i64, 2i64, 5i64]] }
-- input { [[-5i64, 5i64, 2i64], [-9i64, -2i64], [-9i64], [-2i64], [-3i64, 3i64, 7i64], [-9i64], empty([0]i64)] }
-- output { [empty([0]i64), [-9i64], [-2i64], [-9i64], [-9i64, -2i64], [-5i64, 5i64, 2i64], [-3i64, 3i64, 7i64]] }
-- input { [[-1i64], [7i64, 1i64, -8i64]] }
-- output { [[-1i64], [7i64, 1i64, -8i64]] }
-- input { [[7i64], [4i64], [-7i64]] }
-- output { [[7i64], [4i64], [-7i64]] }
-- input { [[5i64], empty([0]i64), [-9i64, -8i64], [-1i64, -4i64, 4i64]] }
-- output { [empty([0]i64), [5i64], [-9i64, -8i64], [-1i64, -4i64, 4i64]] }

-- ==
-- entry: sorted_then
-- input { [3i64, 3i64] }
-- output { [0i64, 1i64, 2i64, 0i64, 1i64, 2i64] }
-- input { [1i64, 0i64, 0i64, -2i64, 4i64] }
-- output { [0i64, 0i64, 1i64, 2i64, 3i64] }
-- input { [1i64, 4i64, -1i64, 2i64, -2i64] }
-- output { [0i64, 0i64, 1i64, 0i64, 1i64, 2i64, 3i64] }
-- input { [-1i64, -1i64, -1i64, -2i64] }
-- output { empty([0]i64) }
-- input { [0i64, 4i64, -2i64, 0i64] }
-- output { [0i64, 1i64, 2i64, 3i64] }
-- input { [0i64, 0i64, 4i64] }
-- output { [0i64, 1i64, 2i64, 3i64] }
-- input { [-2i64] }
-- output { empty([0]i64) }
-- input { [3i64, 0i64, -1i64, -1i64, 0i64, 0i64] }
-- output { [0i64, 1i64, 2i64] }

-- ==
-- entry: groups_after
-- input { empty([0]i64) }
-- output { empty([0]i64) }
-- input { [2i64, -1i64, 4i64] }
-- output { [0i64, 1i64, 0i64, 1i64, 2i64, 3i64] }
-- input { [-1i64, -2i64, 1i64] }
-- output { [0i64] }
-- input { [1i64, -1i64, 4i64] }
-- output { [0i64, 0i64, 1i64, 2i64, 3i64] }
-- input { [-2i64, 4i64, 1i64, 4i64, 2i64, 1i64] }
-- output { [0i64, 0i64, 1i64, 0i64, 2i64, 4i64, 6i64] }
-- input { [1i64] }
-- output { [0i64] }
-- input { [2i64] }
-- output { [0i64, 1i64] }
-- input { [0i64, -2i64, 1i64] }
-- output { [0i64] }

-- ==
-- entry: group_group
-- input { empty([0]i64) empty([0]i64) }
-- output { empty([0]i64) empty([0]i64) }
-- input { [3i64, 1i64] [-4i64, -5i64] }
-- output { [0i64, 1i64] [1i64, 1i64] }
-- input { [0i64, 3i64] [2i64, 2i64] }
-- output { [0i64] [2i64] }
-- input { [3i64] [-5i64] }
-- output { [1i64] [1i64] }
-- input { [3i64] [-7i64] }
-- output { [1i64] [1i64] }
-- input { [2i64] [9i64] }
-- output { [1i64] [1i64] }
-- input { [2i64, 0i64] [4i64, 5i64] }
-- output { [0i64, 1i64] [1i64, 1i64] }
-- input { [0i64] [7i64] }
-- output { [1i64] [1i64] }

-- ==
-- entry: group_keys
-- input { empty([0]f64) }
-- output { empty([0]f64) empty([0]i64) }
-- input { [0.0f64] }
-- output { [0.0f64] [1i64] }
-- input { [-0.75f64, 0.75f64, -1.0f64] }
-- output { [-1.0f64, -0.75f64, 0.75f64] [1i64, 1i64, 1i64] }
-- input { [0.75f64, 0.0f64, -0.5f64, 1.0f64] }
-- output { [-0.5f64, 0.0f64, 0.75f64, 1.0f64] [1i64, 1i64, 1i64, 1i64] }
-- input { [0.25f64] }
-- output { [0.25f64] [1i64] }
-- input { [0.5f64, 1.0f64, 0.5f64, -0.75f64, -1.0f64, 1.0f64] }
-- output { [-1.0f64, -0.75f64, 0.5f64, 1.0f64] [1i64, 1i64, 2i64, 2i64] }
-- input { [0.5f64, 0.75f64, -0.25f64] }
-- output { [-0.25f64, 0.5f64, 0.75f64] [1i64, 1i64, 1i64] }
-- input { [0.25f64, 0.0f64, -1.0f64, -1.0f64, 0.75f64] }
-- output { [-1.0f64, 0.0f64, 0.25f64, 0.75f64] [2i64, 1i64, 1i64, 1i64] }

-- ==
-- entry: group_rows
-- input { empty([0][?]i64) }
-- output { empty([0][?]i64) }
-- input { [[3i64], [-2i64, 2i64]] }
-- output { [[3i64], [-2i64, 2i64]] }
-- input { [empty([0]i64), empty([0]i64)] }
-- output { [empty([0]i64)] }
-- input { [empty([0]i64), empty([0]i64), [-9i64], empty([0]i64), [-9i64, -1i64, -4i64]] }
-- output { [empty([0]i64), [-9i64], [-9i64, -1i64, -4i64]] }
-- input { [empty([0]i64), [7i64, 1i64], [5i64, -3i64, -6i64]] }
-- output { [empty([0]i64), [7i64, 1i64], [5i64, -3i64, -6i64]] }
-- input { [empty([0]i64), empty([0]i64), [-1i64], [-4i64, -3i64], empty([0]i64), empty([0]i64)] }
-- output { [empty([0]i64), [-1i64], [-4i64, -3i64]] }
-- input { [[-5i64]] }
-- output { [[-5i64]] }
-- input { [[-4i64], empty([0]i64), [4i64], [-2i64, -6i64, 9i64], [3i64], empty([0]i64)] }
-- output { [empty([0]i64), [-4i64, 4i64, 3i64], [-2i64, -6i64, 9i64]] }

-- ==
-- entry: inside_map
-- input { [3i64] }
-- output { [2i64] }
-- input { empty([0]i64) }
-- output { empty([0]i64) }
-- input { [4i64, 3i64, 1i64, 0i64, 4i64] }
-- output { [11i64, 2i64, 0i64, 0i64, 11i64] }
-- input { [0i64, 5i64, 4i64, 1i64] }
-- output { [0i64, 35i64, 11i64, 0i64] }
-- input { [1i64, 4i64, 4i64, 4i64] }
-- output { [0i64, 11i64, 11i64, 11i64] }
-- input { [4i64, 4i64] }
-- output { [11i64, 11i64] }
-- input { [1i64, 0i64, 4i64] }
-- output { [0i64, 0i64, 11i64] }
-- input { [3i64, 5i64, 5i64, 5i64] }
-- output { [2i64, 35i64, 35i64, 35i64] }

-- ==
-- entry: in_loop
-- input { 3i64 }
-- output { [3i64, 4i64] }
-- input { 0i64 }
-- output { [1i64] }
-- input { 2i64 }
-- output { [2i64, 3i64] }
-- input { 4i64 }
-- output { [3i64, 4i64, 4i64, 5i64] }
-- input { 5i64 }
-- output { [3i64, 4i64, 4i64, 5i64, 4i64, 5i64, 5i64, 6i64] }

-- ==
-- entry: bitwise_or
-- input { 13i64 6i64 }
-- output { [15i64] }
-- input { 10i64 11i64 }
-- output { [11i64] }
-- input { 12i64 12i64 }
-- output { [12i64] }
-- input { 7i64 12i64 }
-- output { [15i64] }
-- input { 6i64 13i64 }
-- output { [15i64] }
-- input { 13i64 14i64 }
-- output { [15i64] }
-- input { 15i64 8i64 }
-- output { [15i64] }
-- input { 9i64 15i64 }
-- output { [15i64] }

-- ==
-- entry: matrices
-- input { empty([0]i64) }
-- output { empty([0]i64) }
-- input { [2i64, 0i64] }
-- output { [0i64, 1i64, 1i64, 2i64] }
-- input { [4i64, 4i64, 3i64, 1i64, 4i64] }
-- output { [0i64, 1i64, 1i64, 2i64, 2i64, 3i64, 3i64, 4i64, 0i64, 1i64, 1i64, 2i64, 2i64, 3i64, 3i64, 4i64, 0i64, 1i64, 1i64, 2i64, 2i64, 3i64, 0i64, 1i64, 0i64, 1i64, 1i64, 2i64, 2i64, 3i64, 3i64, 4i64] }
-- input { [2i64, 1i64, 1i64, 2i64, 5i64] }
-- output { [0i64, 1i64, 1i64, 2i64, 0i64, 1i64, 0i64, 1i64, 0i64, 1i64, 1i64, 2i64, 0i64, 1i64, 1i64, 2i64, 2i64, 3i64, 3i64, 4i64, 4i64, 5i64] }
-- input { [3i64, 5i64, 3i64, 3i64] }
-- output { [0i64, 1i64, 1i64, 2i64, 2i64, 3i64, 0i64, 1i64, 1i64, 2i64, 2i64, 3i64, 3i64, 4i64, 4i64, 5i64, 0i64, 1i64, 1i64, 2i64, 2i64, 3i64, 0i64, 1i64, 1i64, 2i64, 2i64, 3i64] }
-- input { [0i64, 4i64] }
-- output { [0i64, 1i64, 1i64, 2i64, 2i64, 3i64, 3i64, 4i64] }
-- input { [3i64, 3i64] }
-- output { [0i64, 1i64, 1i64, 2i64, 2i64, 3i64, 0i64, 1i64, 1i64, 2i64, 2i64, 3i64] }
-- input { [1i64, 0i64, 5i64, 4i64] }
-- output { [0i64, 1i64, 0i64, 1i64, 1i64, 2i64, 2i64, 3i64, 3i64, 4i64, 4i64, 5i64, 0i64, 1i64, 1i64, 2i64, 2i64, 3i64, 3i64, 4i64] }
