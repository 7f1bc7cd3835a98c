-- Qualifiers of comprehensions in every position, hiding each other, and nested in each other.

entry hidden_by_let (xs: []i64): []i64 = [ x | x <- xs, let x = x + 1, x > 2, let x = x * 2, x < 12 ]
entry hidden_in_pair [n] (a: [n]i64) (b: [n]i64): []i64 =
  [ x * 100 + y | (x, y) <- zip a b, let (y, x) = (x, y), x < y, let x = x - 1, x != 0 ]
entry hidden_by_binding (xss: [][?]i64): []i64 = [ x | x <- xss, length x > 1, x <- x, x > 0 ]
entry hidden_by_group (xs: []i64): ([]i64, []i64) = unzip [ (x, length y) | x <- xs, let y = x, group by x = x % 3 ]
entry hidden_outer (xs: []i64) (x: i64): []i64 = [ x + y | y <- [ x | x <- xs, x > 0 ] ]
entry typed_patterns [n] (a: [n]i64) (b: [n]bool): []i64 = [ x | (x: i64, c: bool) <- zip a b, c, let y: i64 = x, y > 0 ]
entry record_patterns [n] (a: [n]i64) (b: [n]i64): []i64 =
  let rs = map2 (\x y -> {key = x, val_ = (y, x + y)}) a b
  in [ k * u + v | {key = k, val_ = (u, v)} <- rs, order by {key = k}.key desc, k != 1 ]
entry nothing_bound (xs: []i64): ([]i64, []i64) =
  ([ i | _ <- xs, i <- 0...1 ], [ length i | (_ <- xs | i <- indices xs), group by _ = i % 2 ])

-- Comprehensions inside of heads, sources, conditions, keys and lets.
entry in_condition (xs: []i64) (ys: []i64): []i64 = [ x | x <- xs, or [ x == y | y <- ys ] ]
entry in_key (xss: [][?]i64): [][?]i64 = [ xs | xs <- xss, order by (i64.sum [ x * x | x <- xs ], length xs) ]
entry in_let (xss: [][?]i64): []i64 = [ length ys * 10 + k | xs <- xss, let ys = [ x | x <- xs, x > 0 ], k <- ys ]
entry in_group_key (xss: [][?]i64): ([]i64, [][?]i64) =
  unzip [ (k, map length xs) | xs <- xss, group by k = length [ x | x <- xs, x % 2 == 0 ] ]
entry four_deep (n: i64): [n][?][?][?]i64 =
  [ [ [ [ i + j + k + l | l <- 0..<k ] | k <- 0..<j ] | j <- 0..<i ] | i <- 0..<n ]
entry head_groups (xss: [][?]i64): [][?][?]i64 = [ [ x | x <- xs, group by k = x % 2 ] | xs <- xss ]
entry head_sorted (xss: [][?]i64): [][?]i64 = [ [ x | x <- xs, order by i64.abs x desc ] | xs <- xss, order by length xs ]
entry source_groups (xs: []i64): []i64 = [ i64.sum g * k | (k, g) <- [ (k, x) | x <- xs, group by k = x % 3 ], length g > 1 ]
entry zip_of_groups (xs: []i64) (ys: []i64): []i64 =
  [ a * 100 + b | a <- [ length x | x <- xs, group by k = x % 2 == 0 ], order by a
                | b <- [ length y | y <- ys, group by k = y % 2 == 0 ], order by b desc ]

-- What follows an order or a group.
entry bind_after_group (xs: []i64): ([]i64, []i64) = unzip [ (k, y) | x <- xs, group by k = x % 3, y <- x, y > 0, order by (y, k) ]
entry group_twice (xs: []i64): ([]i64, []i64, [][?]i64) =
  unzip3 [ (m, i64.sum (map i64.sum x), k) | x <- xs, group by k = x % 4, group by m = length x ]
entry group_of_rows (xss: [][?]i64): ([]i64, [][?][?]i64) = unzip [ (n, xs) | xs <- xss, group by n = length xs ]
entry order_group_order (xs: []i64): ([]i64, [][?]i64) =
  unzip [ (k, x) | x <- xs, order by x desc, group by k = x % 3, order by (length x, k) desc ]
entry order_in_order [n] (a: [n]i64) (b: [n]i64): []i64 =
  [ x * 100 + y | (x <- a | y <- b), order by y desc, order by x % 3, order by x > 2 ]
entry desc_of_tuple [n] (a: [n]i64) (b: [n]bool): ([]i64, []bool) = unzip [ (x, c) | (x <- a | c <- b), order by (c, x) desc ]
entry nested_keys [n] (a: [n]i64) (b: [n]bool): ([]i64, []bool) =
  unzip [ (x, c) | (x <- a | c <- b), order by ((x % 2, c), (x, ())) ]
entry group_by_pair [n] (a: [n]i64) (b: [n]bool): ([]bool, []i64, []i64) =
  unzip3 [ (c, r, length a) | (a <- a | b <- b), group by (c, r) = (b, a % 2) ]
entry group_by_tuple [n] (a: [n]i64) (b: [n]i64): ([]i64, []i64) =
  unzip [ (k.0 * 10 + k.1, i64.sum x) | (x <- a | y <- b), group by k = (y % 2, x % 2) ]
entry counts_under (n: i64): ([]i64, []i64) =
  unzip [ (s, length x) | x <- 1...n, y <- 1...n, let s = x * y, group by s = s % 5, s != 2 ]
entry small_keys [n] (a: [n]u8) (b: [n]i16): ([]u8, []i64) =
  unzip [ (k, i64.sum (map i64.i16 y)) | (x <- a | y <- b), group by k = x, order by k desc ]
entry top (xs: []i64) (k: i64): []i64 = let ys = [ x | x <- xs, order by x desc ] in take (i64.min k (length ys)) ys

-- Zips of sides that are more than bindings.
entry sides [n] (a: [n]i64) (k: i64): ([]i64, []i64, []i64) =
  unzip3 [ (x, y, z) | x <- a, let q = x * x, q > 0, order by q
                     | y <- [ b | b <- a, b != 0 ], order by y desc
                     | (z <- a, z != 0) ]
entry zip_inside (n: i64): []i64 =
  [ x * 100 + y * 10 + z | x <- 1..<n, (y <- 0..<x | z <- x..<2 * x, order by z desc), (y + z) % 2 == 0 ]
entry zip_of_zips (n: i64): []i64 =
  [ a + b * c - d | ((a <- 0..<n | b <- 1...n) | (c <- 2..<n + 2 | d <- 3..<n + 3)), a != 2 ]
entry zip_rows [n] (xss: [n][?]i64): []i64 = [ x + i * y | xs <- xss, (x <- xs | i <- 0..<length xs | y <- reverse xs), x > 0 ]

-- Ranges of every form as sources.
entry steps (n: i64): ([]i64, []i64, []i64) =
  ([ x | x <- 0..2..<n ], [ x * y | x <- 1...3, y <- n..n - x...0 ], [ x | a <- 0..<n, x <- n..>a ])
entry bytes (n: u8): []u8 = [ x * 2 | x <- 0..<n, x > 1 ]
entry floats (n: i64): []f64 = [ f64.i64 x / f64.i64 y | x <- 0..<n, y <- x...n, y > 0 ]

-- The cases below are written by oracle.py.

-- ==
-- entry: hidden_by_let
-- input { [5i64, 6i64, 6i64, -3i64, 7i64] }
-- output { empty([0]i64) }
-- input { [4i64, -5i64, -3i64, -5i64, 3i64] }
-- output { [10i64, 8i64] }
-- input { [5i64, 7i64, 6i64, 8i64, -4i64] }
-- output { empty([0]i64) }
-- input { [-4i64, 5i64, 5i64, 3i64, 3i64, 1i64] }
-- output { [8i64, 8i64] }
-- input { [-3i64, 1i64, -4i64, -4i64, 3i64, -2i64, 3i64, 8i64, 7i64] }
-- output { [8i64, 8i64] }
-- input { [-3i64, 1i64, -2i64, 7i64, 4i64, -5i64, 8i64] }
-- output { [10i64] }
-- input { [8i64, -4i64] }
-- output { empty([0]i64) }
-- input { [-6i64, -2i64, -4i64, 8i64, 1i64, 7i64, -5i64, -6i64] }
-- output { empty([0]i64) }

-- ==
-- entry: hidden_in_pair
-- input { [0i64, 3i64, -1i64, 1i64] [1i64, 5i64, -1i64, -2i64] }
-- output { [-299i64] }
-- input { empty([0]i64) empty([0]i64) }
-- output { empty([0]i64) }
-- input { [3i64, 4i64, 4i64] [-4i64, -3i64, -3i64] }
-- output { [-497i64, -396i64, -396i64] }
-- input { [5i64, 3i64, 2i64, -3i64, 4i64, 5i64, 4i64] [5i64, -1i64, 2i64, -2i64, -3i64, -2i64, -3i64] }
-- output { [-197i64, -396i64, -295i64, -396i64] }
-- input { [1i64, -1i64, 4i64, 3i64] [0i64, 5i64, 0i64, -1i64] }
-- output { [-99i64, -96i64, -197i64] }
-- input { [-4i64, 3i64] [-3i64, 0i64] }
-- output { [-97i64] }
-- input { [0i64, -1i64, 2i64, 1i64, 2i64, 1i64] [-4i64, 2i64, 2i64, 4i64, -1i64, -2i64] }
-- output { [-500i64, -198i64, -299i64] }
-- input { [5i64, 0i64, -1i64, 3i64] [-1i64, 1i64, -3i64, 3i64] }
-- output { [-195i64, -401i64] }

-- ==
-- entry: hidden_by_binding
-- input { empty([0][?]i64) }
-- output { empty([0]i64) }
-- input { [empty([0]i64)] }
-- output { empty([0]i64) }
-- input { [[8i64, 4i64, -6i64]] }
-- output { [8i64, 4i64] }
-- input { [[-8i64, 2i64, -4i64], [-7i64]] }
-- output { [2i64] }
-- input { [empty([0]i64), [8i64, -4i64, -1i64], empty([0]i64), empty([0]i64)] }
-- output { [8i64] }
-- input { [[0i64, -2i64], [-9i64, -8i64]] }
-- output { empty([0]i64) }
-- input { [empty([0]i64), empty([0]i64)] }
-- output { empty([0]i64) }
-- input { [[-3i64, 7i64, -3i64, 3i64, 3i64, 5i64]] }
-- output { [7i64, 3i64, 3i64, 5i64] }

-- ==
-- entry: hidden_by_group
-- input { [7i64, -4i64, 5i64, 3i64, 1i64, 7i64, 8i64, 0i64] }
-- output { [0i64, 1i64, 2i64] [2i64, 3i64, 3i64] }
-- input { [3i64, -6i64, -6i64, 8i64, 0i64, 6i64] }
-- output { [0i64, 2i64] [5i64, 1i64] }
-- input { [-2i64, 0i64] }
-- output { [0i64, 1i64] [1i64, 1i64] }
-- input { [4i64, -4i64, -1i64, 4i64, 6i64, -3i64] }
-- output { [0i64, 1i64, 2i64] [2i64, 2i64, 2i64] }
-- input { [-2i64, 1i64, 4i64, -6i64] }
-- output { [0i64, 1i64] [1i64, 3i64] }
-- input { [-1i64, 7i64, -4i64, 5i64, -1i64, 4i64, 5i64, -5i64, -5i64] }
-- output { [1i64, 2i64] [4i64, 5i64] }
-- input { [-2i64, -1i64, 1i64, 2i64] }
-- output { [1i64, 2i64] [2i64, 2i64] }
-- input { [1i64, 8i64, 5i64] }
-- output { [1i64, 2i64] [1i64, 2i64] }

-- ==
-- entry: hidden_outer
-- input { [-6i64, 6i64, 0i64] 4i64 }
-- output { [10i64] }
-- input { [-6i64, -5i64, 3i64, -6i64] 3i64 }
-- output { [6i64] }
-- input { [0i64, -5i64, 4i64, 0i64] 1i64 }
-- output { [5i64] }
-- input { [-1i64] 1i64 }
-- output { empty([0]i64) }
-- input { [1i64, 8i64, -4i64, 5i64, -3i64, 5i64, 6i64] -5i64 }
-- output { [-4i64, 3i64, 0i64, 0i64, 1i64] }
-- input { [6i64, 8i64, -1i64] -5i64 }
-- output { [1i64, 3i64] }
-- input { [-3i64, -3i64, 2i64, -3i64, 7i64, 8i64, -4i64, 0i64, 3i64] 4i64 }
-- output { [6i64, 11i64, 12i64, 7i64] }
-- input { [-4i64, 0i64, -3i64, -2i64] -5i64 }
-- output { empty([0]i64) }

-- ==
-- entry: typed_patterns
-- input { [5i64, 2i64, 0i64, 4i64, 0i64, 5i64, 5i64] [false, true, false, true, false, false, false] }
-- output { [2i64, 4i64] }
-- input { [-3i64, 5i64, 5i64, 1i64, 2i64, -3i64, 1i64, 1i64] [false, true, false, false, true, true, false, true] }
-- output { [5i64, 2i64, 1i64] }
-- input { empty([0]i64) empty([0]bool) }
-- output { empty([0]i64) }
-- input { [3i64, -3i64] [false, true] }
-- output { empty([0]i64) }
-- input { [2i64, 3i64, -4i64, -3i64] [false, true, true, true] }
-- output { [3i64] }
-- input { [-3i64] [true] }
-- output { empty([0]i64) }
-- input { [-1i64, 0i64, -2i64, 3i64] [true, true, true, false] }
-- output { empty([0]i64) }
-- input { [3i64, -4i64] [true, true] }
-- output { [3i64] }

-- ==
-- entry: record_patterns
-- input { [-2i64, -3i64, -3i64, 0i64, -3i64] [1i64, 4i64, 5i64, -1i64, 1i64] }
-- output { [-1i64, -3i64, -11i64, -13i64, -5i64] }
-- input { [1i64] [2i64] }
-- output { empty([0]i64) }
-- input { [-4i64] [0i64] }
-- output { [-4i64] }
-- input { [-1i64, 1i64, 0i64, 1i64, 1i64, 0i64, 0i64] [-3i64, 3i64, -4i64, 1i64, 4i64, 4i64, -4i64] }
-- output { [-4i64, 4i64, -4i64, -1i64] }
-- input { [3i64, -4i64, 3i64, 2i64, -1i64, -1i64] [0i64, -2i64, 3i64, 3i64, -4i64, 1i64] }
-- output { [3i64, 15i64, 11i64, -1i64, -1i64, 2i64] }
-- input { [-3i64] [3i64] }
-- output { [-9i64] }
-- input { [-3i64, -1i64] [-1i64, 2i64] }
-- output { [-1i64, -1i64] }
-- input { [-4i64, -2i64, 5i64] [5i64, 2i64, -1i64] }
-- output { [-1i64, -4i64, -19i64] }

-- ==
-- entry: nothing_bound
-- input { [7i64, 6i64, -5i64] }
-- output { [0i64, 1i64, 0i64, 1i64, 0i64, 1i64] [2i64, 1i64] }
-- input { [-1i64, -2i64, 6i64, -5i64, -1i64] }
-- output { [0i64, 1i64, 0i64, 1i64, 0i64, 1i64, 0i64, 1i64, 0i64, 1i64] [3i64, 2i64] }
-- input { [5i64, -1i64, 2i64, 1i64] }
-- output { [0i64, 1i64, 0i64, 1i64, 0i64, 1i64, 0i64, 1i64] [2i64, 2i64] }
-- input { [0i64] }
-- output { [0i64, 1i64] [1i64] }
-- input { [6i64, 4i64, -3i64, -6i64, 5i64] }
-- output { [0i64, 1i64, 0i64, 1i64, 0i64, 1i64, 0i64, 1i64, 0i64, 1i64] [3i64, 2i64] }
-- input { [4i64, -4i64, -1i64, 0i64, -1i64, -3i64, 8i64, 8i64, -1i64] }
-- output { [0i64, 1i64, 0i64, 1i64, 0i64, 1i64, 0i64, 1i64, 0i64, 1i64, 0i64, 1i64, 0i64, 1i64, 0i64, 1i64, 0i64, 1i64] [5i64, 4i64] }
-- input { [2i64, -6i64, 4i64, -5i64, 3i64, 6i64, 0i64, -4i64] }
-- output { [0i64, 1i64, 0i64, 1i64, 0i64, 1i64, 0i64, 1i64, 0i64, 1i64, 0i64, 1i64, 0i64, 1i64, 0i64, 1i64] [4i64, 4i64] }
-- input { [0i64, 0i64, 6i64, -2i64, 4i64, 8i64, -4i64, 5i64, -3i64] }
-- output { [0i64, 1i64, 0i64, 1i64, 0i64, 1i64, 0i64, 1i64, 0i64, 1i64, 0i64, 1i64, 0i64, 1i64, 0i64, 1i64, 0i64, 1i64] [5i64, 4i64] }

-- ==
-- entry: in_condition
-- input { [6i64] [-3i64, -3i64, 8i64] }
-- output { empty([0]i64) }
-- input { [-1i64, -6i64, 4i64, 6i64, 3i64, 8i64] [-4i64, 0i64, 0i64] }
-- output { empty([0]i64) }
-- input { empty([0]i64) [8i64, -2i64, -4i64] }
-- output { empty([0]i64) }
-- input { [6i64] [-3i64, 1i64, 6i64, -2i64] }
-- output { [6i64] }
-- input { empty([0]i64) [-4i64, 1i64, 0i64] }
-- output { empty([0]i64) }
-- input { [-1i64, 0i64, -2i64, 7i64, 8i64, -1i64, 6i64, -6i64, 0i64] [1i64, 1i64, 0i64, 7i64] }
-- output { [0i64, 7i64, 0i64] }
-- input { [6i64, -1i64, 3i64, 8i64, 4i64] [-1i64, -2i64, 4i64, 6i64, 2i64, -5i64, 5i64, 3i64, -2i64] }
-- output { [6i64, -1i64, 3i64, 4i64] }
-- input { [-6i64, -1i64, 1i64, 0i64, 4i64, -5i64, 4i64, 6i64, 7i64] [-3i64, 1i64, -6i64, 2i64, -5i64, 6i64] }
-- output { [-6i64, 1i64, -5i64, 6i64] }

-- ==
-- entry: in_key
-- input { empty([0][?]i64) }
-- output { empty([0][?]i64) }
-- input { [[9i64, 0i64, 9i64], [4i64, 0i64, 7i64, -1i64], [1i64, 9i64, 9i64], [-3i64]] }
-- output { [[-3i64], [4i64, 0i64, 7i64, -1i64], [9i64, 0i64, 9i64], [1i64, 9i64, 9i64]] }
-- input { [empty([0]i64), [-2i64]] }
-- output { [empty([0]i64), [-2i64]] }
-- input { [[5i64, 5i64], [-6i64]] }
-- output { [[-6i64], [5i64, 5i64]] }
-- input { [[0i64, -1i64], [3i64, -9i64, -2i64], [6i64], empty([0]i64)] }
-- output { [empty([0]i64), [0i64, -1i64], [6i64], [3i64, -9i64, -2i64]] }
-- input { [empty([0]i64)] }
-- output { [empty([0]i64)] }
-- input { [[3i64, 0i64, -4i64], [-7i64, -6i64, -2i64, 5i64, -6i64], [-9i64]] }
-- output { [[3i64, 0i64, -4i64], [-9i64], [-7i64, -6i64, -2i64, 5i64, -6i64]] }
-- input { [[3i64, -7i64, 0i64], [1i64], [-9i64, 7i64], [5i64, 1i64], [-6i64, 5i64], [3i64]] }
-- output { [[1i64], [3i64], [5i64, 1i64], [3i64, -7i64, 0i64], [-6i64, 5i64], [-9i64, 7i64]] }

-- ==
-- entry: in_let
-- input { empty([0][?]i64) }
-- output { empty([0]i64) }
-- input { [[-7i64, -9i64, 1i64]] }
-- output { [11i64] }
-- input { [[-2i64, 5i64]] }
-- output { [15i64] }
-- input { [[-9i64, -6i64], empty([0]i64)] }
-- output { empty([0]i64) }
-- input { [empty([0]i64)] }
-- output { empty([0]i64) }
-- input { [[1i64, -3i64, 7i64], [-5i64], [1i64, -7i64, 1i64]] }
-- output { [21i64, 27i64, 21i64, 21i64] }
-- input { [[-6i64, -5i64], [-9i64, 7i64], [2i64], [6i64], [-4i64], [1i64], [-8i64, 0i64, -5i64, 8i64, -4i64]] }
-- output { [17i64, 12i64, 16i64, 11i64, 18i64] }
-- input { [[-5i64], empty([0]i64), [0i64], [5i64, 7i64, -8i64], [-4i64, -5i64, 3i64]] }
-- output { [25i64, 27i64, 13i64] }

-- ==
-- entry: in_group_key
-- input { empty([0][?]i64) }
-- output { empty([0]i64) empty([0][?]i64) }
-- input { [[8i64]] }
-- output { [1i64] [[1i64]] }
-- input { [[1i64]] }
-- output { [0i64] [[1i64]] }
-- input { [[3i64, -6i64, 8i64], [-4i64]] }
-- output { [1i64, 2i64] [[1i64], [3i64]] }
-- input { [[2i64, -9i64], empty([0]i64)] }
-- output { [0i64, 1i64] [[0i64], [2i64]] }
-- input { [empty([0]i64), [-1i64], [-4i64, -4i64, -7i64], [1i64, 9i64, -3i64], [6i64], [-5i64]] }
-- output { [0i64, 1i64, 2i64] [[0i64, 1i64, 3i64, 1i64], [1i64], [3i64]] }
-- input { [empty([0]i64), [0i64, -9i64, 7i64], [8i64], [0i64], [-5i64]] }
-- output { [0i64, 1i64] [[0i64, 1i64], [3i64, 1i64, 1i64]] }
-- input { [empty([0]i64), empty([0]i64), [0i64, 5i64, -2i64], [-5i64, -1i64], [1i64, 0i64, -2i64]] }
-- output { [0i64, 2i64] [[0i64, 0i64, 2i64], [3i64, 3i64]] }

-- ==
-- entry: four_deep
-- input { 5i64 }
-- output { [empty([0][?][?]i64), [empty([0][?]i64)], [empty([0][?]i64), [empty([0]i64)]], [empty([0][?]i64), [empty([0]i64)], [empty([0]i64), [6i64]]], [empty([0][?]i64), [empty([0]i64)], [empty([0]i64), [7i64]], [empty([0]i64), [8i64], [9i64, 10i64]]]] }
-- input { 2i64 }
-- output { [empty([0][?][?]i64), [empty([0][?]i64)]] }
-- input { 1i64 }
-- output { [empty([0][?][?]i64)] }
-- input { 3i64 }
-- output { [empty([0][?][?]i64), [empty([0][?]i64)], [empty([0][?]i64), [empty([0]i64)]]] }
-- input { 0i64 }
-- output { empty([0][?][?][?]i64) }

-- ==
-- entry: head_groups
-- input { empty([0][?]i64) }
-- output { empty([0][?][?]i64) }
-- input { [empty([0]i64), [-6i64, 3i64, 2i64]] }
-- output { [empty([0][?]i64), [[-6i64, 2i64], [3i64]]] }
-- input { [[-3i64, 3i64], [1i64]] }
-- output { [[[-3i64, 3i64]], [[1i64]]] }
-- input { [[-3i64, -4i64], [-3i64, -6i64], [7i64, -6i64, 4i64]] }
-- output { [[[-4i64], [-3i64]], [[-6i64], [-3i64]], [[-6i64, 4i64], [7i64]]] }
-- input { [[0i64], empty([0]i64)] }
-- output { [[[0i64]], empty([0][?]i64)] }
-- input { [[2i64], [2i64, -3i64, -1i64], empty([0]i64), [2i64, 9i64, 8i64, -1i64], [-6i64, 7i64, 5i64]] }
-- output { [[[2i64]], [[2i64], [-3i64, -1i64]], empty([0][?]i64), [[2i64, 8i64], [9i64, -1i64]], [[-6i64], [7i64, 5i64]]] }
-- input { [[9i64, -1i64, 2i64]] }
-- output { [[[2i64], [9i64, -1i64]]] }
-- input { [empty([0]i64), [-2i64, -9i64, 0i64], empty([0]i64), [7i64, -5i64, -7i64, 0i64, 4i64]] }
-- output { [empty([0][?]i64), [[-2i64, 0i64], [-9i64]], empty([0][?]i64), [[0i64, 4i64], [7i64, -5i64, -7i64]]] }

-- ==
-- entry: head_sorted
-- input { empty([0][?]i64) }
-- output { empty([0][?]i64) }
-- input { [[-2i64, -3i64, 2i64]] }
-- output { [[-3i64, -2i64, 2i64]] }
-- input { [empty([0]i64), empty([0]i64), [-7i64]] }
-- output { [empty([0]i64), empty([0]i64), [-7i64]] }
-- input { [[0i64, 3i64], [2i64, 4i64, -5i64], [-5i64, 6i64, -6i64], [-6i64]] }
-- output { [[-6i64], [3i64, 0i64], [-5i64, 4i64, 2i64], [6i64, -6i64, -5i64]] }
-- input { [empty([0]i64)] }
-- output { [empty([0]i64)] }
-- input { [[-5i64, 3i64, 5i64], [-2i64, 3i64, 2i64]] }
-- output { [[-5i64, 5i64, 3i64], [3i64, -2i64, 2i64]] }
-- input { [[9i64]] }
-- output { [[9i64]] }
-- input { [[-7i64, -8i64, 1i64], [1i64, 8i64], [-5i64, 4i64, 8i64], empty([0]i64)] }
-- output { [empty([0]i64), [8i64, 1i64], [-8i64, -7i64, 1i64], [8i64, -5i64, 4i64]] }

-- ==
-- entry: source_groups
-- input { [7i64, 1i64, 0i64, 4i64] }
-- output { [12i64] }
-- input { [-6i64, 6i64] }
-- output { [0i64] }
-- input { [-3i64] }
-- output { empty([0]i64) }
-- input { [8i64, -3i64, 4i64, 7i64, -4i64, -2i64, -4i64, -4i64, 6i64] }
-- output { [0i64, 9i64, -8i64] }
-- input { [6i64] }
-- output { empty([0]i64) }
-- input { [8i64, 4i64] }
-- output { empty([0]i64) }
-- input { [3i64, 1i64, 5i64, 8i64, -2i64, -3i64] }
-- output { [0i64, -1i64, 26i64] }
-- input { [8i64, 5i64, -4i64, 6i64, 8i64] }
-- output { [34i64] }

-- ==
-- entry: zip_of_groups
-- input { [4i64, 0i64, 6i64, 8i64, -6i64, 5i64, 7i64, 4i64, -3i64] empty([0]i64) }
-- error: qualifiers.fut:\d+:\d+: one side of a zip
-- input { [2i64, 7i64, 5i64, 0i64, -5i64, 6i64] [-3i64, 1i64, 3i64, -2i64] }
-- output { [303i64, 301i64] }
-- input { [-4i64, -6i64, 8i64, 1i64, 1i64, 3i64, 0i64, -2i64] [7i64, 6i64, -4i64, 1i64, 5i64, 4i64, 4i64, 1i64] }
-- output { [304i64, 504i64] }
-- input { [5i64, -2i64, 3i64, 6i64, 6i64, -3i64, 7i64, -5i64] [0i64] }
-- error: qualifiers.fut:\d+:\d+: one side of a zip
-- input { [-6i64] [2i64, 7i64, 4i64, -5i64, -3i64, 0i64, -6i64, 6i64, 1i64] }
-- error: qualifiers.fut:\d+:\d+: one side of a zip
-- input { [-2i64, -2i64, -4i64, -4i64, 8i64] [0i64, 2i64, -4i64, 2i64] }
-- output { [504i64] }
-- input { [-1i64] [3i64, 5i64, 1i64] }
-- output { [103i64] }
-- input { [1i64, -5i64] [2i64, 7i64, 8i64, 1i64, -5i64, 2i64, 4i64, -1i64, 2i64] }
-- error: qualifiers.fut:\d+:\d+: one side of a zip

-- ==
-- entry: bind_after_group
-- input { [-5i64, 7i64, -6i64, -2i64, -3i64, 0i64] }
-- output { [1i64] [7i64] }
-- input { [8i64, 8i64, -6i64, 6i64, 8i64, 2i64, -3i64, 7i64, 4i64] }
-- output { [2i64, 1i64, 0i64, 1i64, 2i64, 2i64, 2i64] [2i64, 4i64, 6i64, 7i64, 8i64, 8i64, 8i64] }
-- input { [-2i64, 6i64, 0i64] }
-- output { [0i64] [6i64] }
-- input { [3i64] }
-- output { [0i64] [3i64] }
-- input { [-3i64, 1i64, -3i64, -5i64, 2i64, -4i64, -5i64] }
-- output { [1i64, 2i64] [1i64, 2i64] }
-- input { [-4i64, 5i64, 2i64] }
-- output { [2i64, 2i64] [2i64, 5i64] }
-- input { [4i64, 0i64, -1i64, 7i64, 8i64] }
-- output { [1i64, 1i64, 2i64] [4i64, 7i64, 8i64] }
-- input { [-4i64, -3i64, -5i64, -2i64, 3i64, 4i64, -6i64, -1i64, 0i64] }
-- output { [0i64, 1i64] [3i64, 4i64] }

-- ==
-- entry: group_twice
-- input { [-1i64, -6i64, -4i64, -1i64, 5i64, -2i64, -4i64] }
-- output { [1i64, 2i64] [5i64, -18i64] [[1i64], [0i64, 2i64, 3i64]] }
-- input { [6i64] }
-- output { [1i64] [6i64] [[2i64]] }
-- input { [7i64, -5i64, 5i64] }
-- output { [1i64, 2i64] [5i64, 2i64] [[1i64], [3i64]] }
-- input { [-1i64, 2i64, -5i64, 1i64, 0i64, 1i64, 3i64] }
-- output { [1i64, 2i64, 3i64] [2i64, 2i64, -3i64] [[0i64, 2i64], [1i64], [3i64]] }
-- input { [1i64] }
-- output { [1i64] [1i64] [[1i64]] }
-- input { [6i64, 6i64, 8i64, -4i64, 8i64, 7i64] }
-- output { [1i64, 2i64, 3i64] [7i64, 12i64, 12i64] [[3i64], [2i64], [0i64]] }
-- input { empty([0]i64) }
-- output { empty([0]i64) empty([0]i64) empty([0][?]i64) }
-- input { [3i64, 7i64, 1i64, 7i64] }
-- output { [1i64, 3i64] [1i64, 17i64] [[1i64], [3i64]] }

-- ==
-- entry: group_of_rows
-- input { empty([0][?]i64) }
-- output { empty([0]i64) empty([0][?][?]i64) }
-- input { [empty([0]i64)] }
-- output { [0i64] [[empty([0]i64)]] }
-- input { [empty([0]i64), [-8i64, -5i64]] }
-- output { [0i64, 2i64] [[empty([0]i64)], [[-8i64, -5i64]]] }
-- input { [[4i64, -1i64], empty([0]i64), empty([0]i64)] }
-- output { [0i64, 2i64] [[empty([0]i64), empty([0]i64)], [[4i64, -1i64]]] }
-- input { [[-3i64], [7i64, 5i64, -7i64], [-8i64], empty([0]i64)] }
-- output { [0i64, 1i64, 3i64] [[empty([0]i64)], [[-3i64], [-8i64]], [[7i64, 5i64, -7i64]]] }
-- input { [empty([0]i64), [-7i64, -4i64], [-3i64, -3i64]] }
-- output { [0i64, 2i64] [[empty([0]i64)], [[-7i64, -4i64], [-3i64, -3i64]]] }
-- input { [[4i64, -2i64, -6i64], [6i64, -9i64, -3i64, 7i64, -1i64]] }
-- output { [3i64, 5i64] [[[4i64, -2i64, -6i64]], [[6i64, -9i64, -3i64, 7i64, -1i64]]] }
-- input { [empty([0]i64), [5i64, -2i64, -1i64], [-7i64, -2i64, -3i64], empty([0]i64), [1i64]] }
-- output { [0i64, 1i64, 3i64] [[empty([0]i64), empty([0]i64)], [[1i64]], [[5i64, -2i64, -1i64], [-7i64, -2i64, -3i64]]] }

-- ==
-- entry: order_group_order
-- input { [8i64, 2i64, 2i64, -6i64, 7i64, 4i64] }
-- output { [2i64, 1i64, 0i64] [[8i64, 2i64, 2i64], [7i64, 4i64], [-6i64]] }
-- input { [8i64, -2i64, -2i64, 1i64, 3i64, -1i64, 1i64] }
-- output { [1i64, 2i64, 0i64] [[1i64, 1i64, -2i64, -2i64], [8i64, -1i64], [3i64]] }
-- input { [-4i64, 1i64, 2i64, -3i64, -2i64, -4i64, 3i64, 5i64, -3i64] }
-- output { [2i64, 0i64, 1i64] [[5i64, 2i64, -4i64, -4i64], [3i64, -3i64, -3i64], [1i64, -2i64]] }
-- input { [5i64, 7i64, -3i64, 4i64, 4i64, 7i64, -3i64, 2i64] }
-- output { [1i64, 2i64, 0i64] [[7i64, 7i64, 4i64, 4i64], [5i64, 2i64], [-3i64, -3i64]] }
-- input { [-2i64, -5i64, 5i64, 0i64, 6i64, -3i64, -3i64, 8i64] }
-- output { [0i64, 2i64, 1i64] [[6i64, 0i64, -3i64, -3i64], [8i64, 5i64], [-2i64, -5i64]] }
-- input { [7i64, -2i64, -2i64, 2i64] }
-- output { [1i64, 2i64] [[7i64, -2i64, -2i64], [2i64]] }
-- input { [6i64, 8i64, 6i64, -1i64] }
-- output { [2i64, 0i64] [[8i64, -1i64], [6i64, 6i64]] }
-- input { [6i64, -6i64, -6i64, 6i64, 1i64, 2i64, 5i64, -4i64, -2i64] }
-- output { [0i64, 2i64, 1i64] [[6i64, 6i64, -6i64, -6i64], [5i64, 2i64, -4i64], [1i64, -2i64]] }

-- ==
-- entry: order_in_order
-- input { [2i64] [2i64] }
-- output { [202i64] }
-- input { [-4i64, -3i64, -2i64, -3i64, 1i64, -4i64, 1i64, -2i64] [-4i64, 0i64, 4i64, -3i64, 5i64, -4i64, 1i64, 5i64] }
-- output { [-300i64, -303i64, 105i64, -195i64, -196i64, 101i64, -404i64, -404i64] }
-- input { empty([0]i64) empty([0]i64) }
-- output { empty([0]i64) }
-- input { [-4i64, -2i64] [-3i64, 3i64] }
-- output { [-197i64, -403i64] }
-- input { [0i64, 3i64, 3i64, 0i64, 4i64, 3i64, 5i64] [0i64, 0i64, 4i64, -2i64, 1i64, -3i64, 0i64] }
-- output { [0i64, -2i64, 304i64, 300i64, 297i64, 401i64, 500i64] }
-- input { [-3i64, -2i64] [-1i64, -3i64] }
-- output { [-301i64, -203i64] }
-- input { [-1i64, -4i64] [5i64, -1i64] }
-- output { [-95i64, -401i64] }
-- input { [4i64, 0i64, 3i64, -4i64, 3i64, 1i64, 1i64, -3i64] [4i64, 4i64, -4i64, 1i64, 0i64, 3i64, -3i64, -3i64] }
-- output { [4i64, -303i64, 103i64, 97i64, -399i64, 300i64, 296i64, 404i64] }

-- ==
-- entry: desc_of_tuple
-- input { [-1i64, 0i64, -3i64, 5i64, 0i64] [true, true, true, false, false] }
-- output { [0i64, -1i64, -3i64, 5i64, 0i64] [true, true, true, false, false] }
-- input { [-4i64, -3i64, 1i64] [false, false, false] }
-- output { [1i64, -3i64, -4i64] [false, false, false] }
-- input { empty([0]i64) empty([0]bool) }
-- output { empty([0]i64) empty([0]bool) }
-- input { [5i64] [true] }
-- output { [5i64] [true] }
-- input { [5i64, 3i64, -3i64, 3i64, 0i64, 3i64, 3i64] [true, false, false, true, false, true, false] }
-- output { [5i64, 3i64, 3i64, 3i64, 3i64, 0i64, -3i64] [true, true, true, false, false, false, false] }
-- input { [1i64, -1i64, 2i64, -2i64, 4i64, 1i64, 1i64, -2i64] [true, true, true, true, true, false, true, true] }
-- output { [4i64, 2i64, 1i64, 1i64, -1i64, -2i64, -2i64, 1i64] [true, true, true, true, true, true, true, false] }
-- input { [-3i64, -3i64, 4i64, 1i64, 0i64] [true, false, false, false, true] }
-- output { [0i64, -3i64, 4i64, 1i64, -3i64] [true, true, false, false, false] }
-- input { [-4i64, 1i64, 3i64, 5i64, 0i64, 0i64, 5i64] [false, false, true, false, false, false, false] }
-- output { [3i64, 5i64, 5i64, 1i64, 0i64, 0i64, -4i64] [true, false, false, false, false, false, false] }

-- ==
-- entry: nested_keys
-- input { [4i64, 0i64, -3i64] [true, false, true] }
-- output { [0i64, 4i64, -3i64] [false, true, true] }
-- input { [1i64] [true] }
-- output { [1i64] [true] }
-- input { [0i64, 1i64, 2i64, 4i64, -1i64] [false, false, true, false, true] }
-- output { [0i64, 4i64, 2i64, 1i64, -1i64] [false, false, true, false, true] }
-- input { [3i64, 3i64] [true, false] }
-- output { [3i64, 3i64] [false, true] }
-- input { [-1i64, -3i64, 2i64, -1i64, 1i64, -4i64] [false, true, true, false, true, false] }
-- output { [-4i64, 2i64, -1i64, -1i64, -3i64, 1i64] [false, true, false, false, true, true] }
-- input { [-1i64, 2i64, 4i64] [false, true, true] }
-- output { [2i64, 4i64, -1i64] [true, true, false] }
-- input { [-3i64, 5i64, 0i64, -4i64, 0i64, 5i64, 1i64] [false, false, true, true, false, true, true] }
-- output { [0i64, -4i64, 0i64, -3i64, 5i64, 1i64, 5i64] [false, true, true, false, false, true, true] }
-- input { [4i64, -2i64] [false, false] }
-- output { [-2i64, 4i64] [false, false] }

-- ==
-- entry: group_by_pair
-- input { [3i64] [true] }
-- output { [true] [1i64] [1i64] }
-- input { [3i64, -3i64] [false, true] }
-- output { [false, true] [1i64, 1i64] [1i64, 1i64] }
-- input { empty([0]i64) empty([0]bool) }
-- output { empty([0]bool) empty([0]i64) empty([0]i64) }
-- input { [4i64, -3i64, 0i64] [false, true, true] }
-- output { [false, true, true] [0i64, 0i64, 1i64] [1i64, 1i64, 1i64] }
-- input { [-4i64, 5i64] [true, false] }
-- output { [false, true] [1i64, 0i64] [1i64, 1i64] }
-- input { [-3i64] [true] }
-- output { [true] [1i64] [1i64] }
-- input { [5i64, -2i64, 2i64, -2i64] [false, false, true, false] }
-- output { [false, false, true] [0i64, 1i64, 0i64] [2i64, 1i64, 1i64] }
-- input { [0i64, 5i64, 5i64, -3i64, -3i64] [true, false, false, false, false] }
-- output { [false, true] [1i64, 0i64] [4i64, 1i64] }

-- ==
-- entry: group_by_tuple
-- input { [0i64, -2i64] [1i64, 1i64] }
-- output { [10i64] [-2i64] }
-- input { [1i64] [0i64] }
-- output { [1i64] [1i64] }
-- input { [4i64] [5i64] }
-- output { [10i64] [4i64] }
-- input { [-2i64, 2i64, 4i64, -1i64, 3i64, 0i64, 4i64] [3i64, -3i64, 5i64, -4i64, 1i64, 2i64, 4i64] }
-- output { [0i64, 1i64, 10i64, 11i64] [4i64, -1i64, 4i64, 3i64] }
-- input { [5i64, -3i64] [4i64, -1i64] }
-- output { [1i64, 11i64] [5i64, -3i64] }
-- input { [2i64] [0i64] }
-- output { [0i64] [2i64] }
-- input { [-1i64, 5i64, 3i64, 4i64, 5i64] [5i64, 2i64, 0i64, 3i64, 5i64] }
-- output { [1i64, 10i64, 11i64] [8i64, 4i64, 4i64] }
-- input { [-1i64, -3i64, 3i64, 2i64, 4i64, -2i64] [1i64, -2i64, -4i64, 2i64, -2i64, -3i64] }
-- output { [0i64, 1i64, 10i64, 11i64] [6i64, 0i64, -2i64, -1i64] }

-- ==
-- entry: counts_under
-- input { 6i64 }
-- output { [0i64, 1i64, 3i64, 4i64] [11i64, 7i64, 6i64, 6i64] }
-- input { 1i64 }
-- output { [1i64] [1i64] }
-- input { 4i64 }
-- output { [1i64, 3i64, 4i64] [4i64, 4i64, 4i64] }
-- input { 0i64 }
-- output { empty([0]i64) empty([0]i64) }
-- input { 5i64 }
-- output { [0i64, 1i64, 3i64, 4i64] [9i64, 4i64, 4i64, 4i64] }
-- input { 2i64 }
-- output { [1i64, 4i64] [1i64, 1i64] }
-- input { 3i64 }
-- output { [1i64, 3i64, 4i64] [3i64, 2i64, 2i64] }

-- ==
-- entry: small_keys
-- input { [252u8, 250u8, 253u8, 252u8, 250u8] [-194i16, 223i16, 177i16, -56i16, 213i16] }
-- output { [253u8, 252u8, 250u8] [177i64, -250i64, 436i64] }
-- input { empty([0]u8) empty([0]i16) }
-- output { empty([0]u8) empty([0]i64) }
-- input { [253u8, 255u8, 254u8] [175i16, 285i16, -24i16] }
-- output { [255u8, 254u8, 253u8] [285i64, -24i64, 175i64] }
-- input { [254u8, 253u8, 253u8, 254u8] [146i16, 67i16, 251i16, 227i16] }
-- output { [254u8, 253u8] [373i64, 318i64] }
-- input { [251u8, 252u8] [-278i16, -196i16] }
-- output { [252u8, 251u8] [-196i64, -278i64] }
-- input { [255u8, 254u8, 253u8, 252u8, 251u8, 251u8, 252u8, 255u8] [-132i16, -282i16, 225i16, 38i16, 260i16, -234i16, 55i16, 170i16] }
-- output { [255u8, 254u8, 253u8, 252u8, 251u8] [38i64, -282i64, 225i64, 93i64, 26i64] }
-- input { [250u8, 253u8, 252u8, 255u8] [233i16, -173i16, 49i16, -276i16] }
-- output { [255u8, 253u8, 252u8, 250u8] [-276i64, -173i64, 49i64, 233i64] }
-- input { [251u8, 254u8, 251u8, 252u8, 254u8] [-102i16, 147i16, 134i16, -79i16, 15i16] }
-- output { [254u8, 252u8, 251u8] [162i64, -79i64, 32i64] }

-- ==
-- entry: top
-- input { [-5i64, 8i64, -2i64, 2i64, 1i64, -5i64, -4i64, 3i64, 2i64] 5i64 }
-- output { [8i64, 3i64, 2i64, 2i64, 1i64] }
-- input { [6i64, -2i64, 4i64, 4i64, -6i64, 3i64, -2i64, 7i64, -4i64] 3i64 }
-- output { [7i64, 6i64, 4i64] }
-- input { [-1i64, 6i64, 2i64, 7i64, 0i64, -4i64, 7i64] 4i64 }
-- output { [7i64, 7i64, 6i64, 2i64] }
-- input { [-3i64, -3i64, 8i64, 1i64, 3i64, -1i64, 8i64, -1i64] 0i64 }
-- output { empty([0]i64) }
-- input { [7i64, -3i64, 1i64, 7i64, 1i64, -4i64, -6i64] 0i64 }
-- output { empty([0]i64) }
-- input { [2i64, 5i64] 2i64 }
-- output { [5i64, 2i64] }
-- input { [-2i64, 1i64, 7i64, -3i64] 5i64 }
-- output { [7i64, 1i64, -2i64, -3i64] }
-- input { [-5i64] 4i64 }
-- output { [-5i64] }

-- ==
-- entry: sides
-- input { [-1i64, -5i64] 0i64 }
-- output { [-1i64, -5i64] [-1i64, -5i64] [-1i64, -5i64] }
-- input { [6i64, -6i64, -5i64, 6i64] 0i64 }
-- output { [-5i64, 6i64, -6i64, 6i64] [6i64, 6i64, -5i64, -6i64] [6i64, -6i64, -5i64, 6i64] }
-- input { [8i64, 8i64, 8i64, 5i64, 2i64, 4i64, -4i64] 0i64 }
-- output { [2i64, 4i64, -4i64, 5i64, 8i64, 8i64, 8i64] [8i64, 8i64, 8i64, 5i64, 4i64, 2i64, -4i64] [8i64, 8i64, 8i64, 5i64, 2i64, 4i64, -4i64] }
-- input { [2i64, -6i64, 0i64, 4i64, -4i64, 7i64, 1i64, 0i64, 1i64] 0i64 }
-- output { [1i64, 1i64, 2i64, 4i64, -4i64, -6i64, 7i64] [7i64, 4i64, 2i64, 1i64, 1i64, -4i64, -6i64] [2i64, -6i64, 4i64, -4i64, 7i64, 1i64, 1i64] }
-- input { [4i64, 5i64, 6i64, -1i64, -6i64, 8i64, 0i64] 0i64 }
-- output { [-1i64, 4i64, 5i64, 6i64, -6i64, 8i64] [8i64, 6i64, 5i64, 4i64, -1i64, -6i64] [4i64, 5i64, 6i64, -1i64, -6i64, 8i64] }
-- input { [3i64, -5i64, -6i64, 4i64, -3i64, 3i64, 6i64, 6i64, -5i64] 0i64 }
-- output { [3i64, -3i64, 3i64, 4i64, -5i64, -5i64, -6i64, 6i64, 6i64] [6i64, 6i64, 4i64, 3i64, 3i64, -3i64, -5i64, -5i64, -6i64] [3i64, -5i64, -6i64, 4i64, -3i64, 3i64, 6i64, 6i64, -5i64] }
-- input { empty([0]i64) 0i64 }
-- output { empty([0]i64) empty([0]i64) empty([0]i64) }
-- input { [1i64, -1i64] 0i64 }
-- output { [1i64, -1i64] [1i64, -1i64] [1i64, -1i64] }

-- ==
-- entry: zip_inside
-- input { 5i64 }
-- output { empty([0]i64) }
-- input { 3i64 }
-- output { empty([0]i64) }
-- input { 2i64 }
-- output { empty([0]i64) }
-- input { 4i64 }
-- output { empty([0]i64) }
-- input { 1i64 }
-- output { empty([0]i64) }
-- input { 6i64 }
-- output { empty([0]i64) }

-- ==
-- entry: zip_of_zips
-- input { 1i64 }
-- output { [-1i64] }
-- input { 2i64 }
-- output { [-1i64, 3i64] }
-- input { 5i64 }
-- output { [-1i64, 3i64, 17i64, 27i64] }
-- input { 7i64 }
-- output { [-1i64, 3i64, 17i64, 27i64, 39i64, 53i64] }
-- input { 4i64 }
-- output { [-1i64, 3i64, 17i64] }
-- input { 0i64 }
-- output { empty([0]i64) }
-- input { 6i64 }
-- output { [-1i64, 3i64, 17i64, 27i64, 39i64] }
-- input { 3i64 }
-- output { [-1i64, 3i64] }

-- ==
-- entry: zip_rows
-- input { empty([0][?]i64) }
-- output { empty([0]i64) }
-- input { [[-1i64, -6i64], [-7i64]] }
-- output { empty([0]i64) }
-- input { [empty([0]i64)] }
-- output { empty([0]i64) }
-- input { [empty([0]i64), [-4i64, 3i64, -3i64]] }
-- output { [6i64] }
-- input { [[8i64, -7i64, -5i64], [-8i64]] }
-- output { [8i64] }
-- input { [[-4i64], empty([0]i64), [-5i64, 4i64, -9i64], [-8i64], [8i64]] }
-- output { [8i64, 8i64] }
-- input { [[-4i64], [8i64, 7i64, 1i64], [-7i64, -3i64], [-4i64, -8i64, 0i64], [4i64, -4i64, -6i64, 4i64], [4i64], [8i64]] }
-- output { [8i64, 14i64, 17i64, 4i64, 16i64, 4i64, 8i64] }
-- input { [empty([0]i64), [-7i64]] }
-- output { empty([0]i64) }

-- ==
-- entry: steps
-- input { 4i64 }
-- output { [0i64, 2i64] [4i64, 3i64, 2i64, 1i64, 0i64, 8i64, 4i64, 0i64, 12i64, 3i64] [4i64, 3i64, 2i64, 1i64, 4i64, 3i64, 2i64, 4i64, 3i64, 4i64] }
-- input { 5i64 }
-- output { [0i64, 2i64, 4i64] [5i64, 4i64, 3i64, 2i64, 1i64, 0i64, 10i64, 6i64, 2i64, 15i64, 6i64] [5i64, 4i64, 3i64, 2i64, 1i64, 5i64, 4i64, 3i64, 2i64, 5i64, 4i64, 3i64, 5i64, 4i64, 5i64] }
-- input { 6i64 }
-- output { [0i64, 2i64, 4i64] [6i64, 5i64, 4i64, 3i64, 2i64, 1i64, 0i64, 12i64, 8i64, 4i64, 0i64, 18i64, 9i64, 0i64] [6i64, 5i64, 4i64, 3i64, 2i64, 1i64, 6i64, 5i64, 4i64, 3i64, 2i64, 6i64, 5i64, 4i64, 3i64, 6i64, 5i64, 4i64, 6i64, 5i64, 6i64] }
-- input { 1i64 }
-- output { [0i64] [1i64, 0i64, 2i64, 3i64] [1i64] }
-- input { 3i64 }
-- output { [0i64, 2i64] [3i64, 2i64, 1i64, 0i64, 6i64, 2i64, 9i64, 0i64] [3i64, 2i64, 1i64, 3i64, 2i64, 3i64] }
-- input { 7i64 }
-- output { [0i64, 2i64, 4i64, 6i64] [7i64, 6i64, 5i64, 4i64, 3i64, 2i64, 1i64, 0i64, 14i64, 10i64, 6i64, 2i64, 21i64, 12i64, 3i64] [7i64, 6i64, 5i64, 4i64, 3i64, 2i64, 1i64, 7i64, 6i64, 5i64, 4i64, 3i64, 2i64, 7i64, 6i64, 5i64, 4i64, 3i64, 7i64, 6i64, 5i64, 4i64, 7i64, 6i64, 5i64, 7i64, 6i64, 7i64] }
-- input { 2i64 }
-- output { [0i64] [2i64, 1i64, 0i64, 4i64, 0i64, 6i64] [2i64, 1i64, 2i64] }

-- ==
-- entry: bytes
-- input { 1u8 }
-- output { empty([0]u8) }
-- input { 0u8 }
-- output { empty([0]u8) }
-- input { 3u8 }
-- output { [4u8] }
-- input { 7u8 }
-- output { [4u8, 6u8, 8u8, 10u8, 12u8] }
-- input { 4u8 }
-- output { [4u8, 6u8] }
-- input { 5u8 }
-- output { [4u8, 6u8, 8u8] }
-- input { 2u8 }
-- output { empty([0]u8) }
-- input { 8u8 }
-- output { [4u8, 6u8, 8u8, 10u8, 12u8, 14u8] }

-- ==
-- entry: floats
-- input { 2i64 }
-- output { [0.0f64, 0.0f64, 1.0f64, 0.5f64] }
-- input { 0i64 }
-- output { empty([0]f64) }
-- input { 3i64 }
-- output { [0.0f64, 0.0f64, 0.0f64, 1.0f64, 0.5f64, 0.3333333333333333f64, 1.0f64, 0.6666666666666666f64] }
-- input { 1i64 }
-- output { [0.0f64] }
-- input { 5i64 }
-- output { [0.0f64, 0.0f64, 0.0f64, 0.0f64, 0.0f64, 1.0f64, 0.5f64, 0.3333333333333333f64, 0.25f64, 0.2f64, 1.0f64, 0.6666666666666666f64, 0.5f64, 0.4f64, 1.0f64, 0.75f64, 0.6f64, 1.0f64, 0.8f64] }
-- input { 4i64 }
-- output { [0.0f64, 0.0f64, 0.0f64, 0.0f64, 1.0f64, 0.5f64, 0.3333333333333333f64, 0.25f64, 1.0f64, 0.6666666666666666f64, 0.5f64, 1.0f64, 0.75f64] }
