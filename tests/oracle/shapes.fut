-- Regular and irregular dimensions in every mixture, and the operations on them.

entry matrices [n] (rs: [n]i64) (cs: [n]i64): [n](?[r][c].[r][c]i64) =
  map2 (\r c -> tabulate_2d r c (\i j -> 10 * i + j)) rs cs

entry matrix_sums [n] (rs: [n]i64) (cs: [n]i64): [n]i64 =
  map (\m -> i64.sum (flatten m)) (matrices rs cs)

entry transposes [n] (rs: [n]i64) (cs: [n]i64): [n](?[r][c].[r][c]i64) =
  map transpose (matrices rs cs)

entry column_sums [n] (rs: [n]i64) (cs: [n]i64): [n][?]i64 =
  map (\m -> map i64.sum (transpose m)) (matrices rs cs)

entry depth3 [n] (ns: [n]i64): [n][?][?]i64 = map (\k -> map iota (iota k)) ns

entry depth4 [n] (ns: [n]i64): [n][?][?][?]i64 = map (\k -> map (\j -> map iota (iota j)) (iota k)) ns

entry flatten_outer (xsss: [][?][?]i64): [][?]i64 = flatten xsss

entry flatten_inner [n] (xsss: [n][?][?]i64): [n][?]i64 = map flatten xsss

entry flatten_all (xsss: [][?][?]i64): []i64 = flatten (flatten xsss)

entry lengths2 [n] (xsss: [n][?][?]i64): ([n]i64, [n][?]i64) = (lengths xsss, map lengths xsss)

entry reverse_levels [n] (xsss: [n][?][?]i64): ([n][?][?]i64, [n][?][?]i64, [n][?][?]i64) =
  (reverse xsss, map reverse xsss, map (map reverse) xsss)

entry triple_rows [n] (xss: [n][?]i64): [n][?][3]i64 = map (map (\x -> [x, x + 1, x * x])) xss

entry swap_levels [n] (k: i64) (xss: [n][?]i64): [k][n][?]i64 = replicate k xss

entry heads [n] (xss: [n][?]i64): []i64 = [ xs[0] | xs <- xss, length xs > 0 ]

entry tails [n] (xss: [n][?]i64): [n][?]i64 = map (\xs -> if null xs then xs else xs[1:]) xss

entry evens [n] (xss: [n][?]i64): [n][?]i64 = map (\xs -> xs[::2]) xss

entry backwards [n] (xss: [n][?]i64): [n][?]i64 = map (\xs -> xs[::-1]) xss

entry cut (xss: [][?]i64) (k: i64): [][?]i64 = xss[:, k:]

entry part (xss: [][?]i64) (a: i64) (b: i64): [][?]i64 = xss[a:b]

entry rotated [n] (xss: [n][?]i64): ([n][?]i64, [n][?]i64) = (rotate 1 xss, map (rotate 1) xss)

entry equal [n] (xss: [n][?]i64) (yss: [n][?]i64): bool = xss == yss

entry equal_rows [n] (xss: [n][?]i64) (yss: [n][?]i64): [n]bool = map2 (\xs ys -> xs == ys) xss yss

entry appended [n] (xss: [n][?]i64) (yss: [n][?]i64): [n][?]i64 = map2 (++) xss yss

entry stacked (xss: [][?]i64) (yss: [][?]i64): [][?]i64 = xss ++ yss

entry literal (a: i64) (b: i64): [4][?]i64 = [iota a, [], iota b, [a, b]]

entry zipped [n] (xss: [n][?]i64) (yss: [n][?]i64): [n][?]i64 =
  map2 (\xs ys -> let k = i64.min (length xs) (length ys) in map2 (*) (take k xs) (take k ys)) xss yss

entry outer [n] (xss: [n][?]i64): [n](?[r][c].[r][c]i64) = map (\xs -> map (\x -> map (* x) xs) xs) xss

entry partitioned (xss: [][?]i64) (k: i64): ([][?]i64, [][?]i64) = partition (\xs -> length xs > k) xss

entry refiltered [n] (xss: [n][?]i64): ([n][?]i64, [n][?]i64) =
  unzip (map (\xs -> let (a, b) = partition (> 0) xs in (a, b)) xss)

entry replicated [n] (ns: [n]i64) (xs: [n]i64): [n][?]i64 = map2 replicate ns xs

entry dup_rows [n] (ns: [n]i64) (xss: [n][?]i64): [n][?][?]i64 = map2 (\k xs -> replicate k xs) ns xss

entry of_sizes [n] (ns: [n]i64) (xs: []i64): [n][?]i64 = unflatten_by ns xs

entry square (xss: [][?]i64) (n: i64): [n][n]i64 = xss :> [n][n]i64

entry thick (xss: [][?]i64) (m: i64): [m]i64 =
  let n = length xss
  let yss = xss :> [n][m]i64
  in map i64.sum (transpose yss)

entry taken [n] (xss: [n][?]i64) (k: i64): [n][?]i64 = map (\xs -> take (i64.min k (length xs)) xs) xss

entry dropped [n] (xss: [n][?]i64) (k: i64): [n][?]i64 = map (\xs -> drop (i64.min k (length xs)) xs) xss

entry indexed (xss: [][?]i64) (is: []i64) (js: []i64): []i64 = [ xss[i, j] | i <- is | j <- js ]

entry last_rows (xss: [][?]i64): ([]i64, []i64) = (last xss, head xss)

-- The cases below are written by oracle.py.

-- ==
-- entry: matrices
-- input { empty([0]i64) empty([0]i64) }
-- output { empty([0][0][0]i64) }
-- input { [2i64, 1i64] [3i64, 3i64] }
-- output { [[[0i64, 1i64, 2i64], [10i64, 11i64, 12i64]], [[0i64, 1i64, 2i64]]] }
-- input { [2i64, 1i64, 3i64, 3i64] [2i64, 1i64, 1i64, 2i64] }
-- output { [[[0i64, 1i64], [10i64, 11i64]], [[0i64]], [[0i64], [10i64], [20i64]], [[0i64, 1i64], [10i64, 11i64], [20i64, 21i64]]] }
-- input { [1i64, 3i64, 2i64, 3i64, 2i64] [2i64, 2i64, 1i64, 3i64, 2i64] }
-- output { [[[0i64, 1i64]], [[0i64, 1i64], [10i64, 11i64], [20i64, 21i64]], [[0i64], [10i64]], [[0i64, 1i64, 2i64], [10i64, 11i64, 12i64], [20i64, 21i64, 22i64]], [[0i64, 1i64], [10i64, 11i64]]] }
-- input { [2i64, 2i64, 2i64, 3i64] [1i64, 1i64, 3i64, 3i64] }
-- output { [[[0i64], [10i64]], [[0i64], [10i64]], [[0i64, 1i64, 2i64], [10i64, 11i64, 12i64]], [[0i64, 1i64, 2i64], [10i64, 11i64, 12i64], [20i64, 21i64, 22i64]]] }
-- input { [1i64, 2i64, 3i64] [2i64, 1i64, 1i64] }
-- output { [[[0i64, 1i64]], [[0i64], [10i64]], [[0i64], [10i64], [20i64]]] }
-- input { [3i64, 3i64, 3i64, 2i64] [3i64, 3i64, 3i64, 1i64] }
-- output { [[[0i64, 1i64, 2i64], [10i64, 11i64, 12i64], [20i64, 21i64, 22i64]], [[0i64, 1i64, 2i64], [10i64, 11i64, 12i64], [20i64, 21i64, 22i64]], [[0i64, 1i64, 2i64], [10i64, 11i64, 12i64], [20i64, 21i64, 22i64]], [[0i64], [10i64]]] }
-- input { [3i64, 1i64] [3i64, 3i64] }
-- output { [[[0i64, 1i64, 2i64], [10i64, 11i64, 12i64], [20i64, 21i64, 22i64]], [[0i64, 1i64, 2i64]]] }

-- ==
-- entry: matrix_sums
-- input { [3i64, 0i64] [0i64, 1i64] }
-- output { [0i64, 0i64] }
-- input { empty([0]i64) empty([0]i64) }
-- output { empty([0]i64) }
-- input { [1i64] [1i64] }
-- output { [0i64] }
-- input { [0i64, 1i64, 3i64, 1i64, 0i64] [1i64, 2i64, 0i64, 3i64, 2i64] }
-- output { [0i64, 1i64, 0i64, 3i64, 0i64] }
-- input { [1i64, 1i64, 3i64, 0i64] [0i64, 0i64, 2i64, 2i64] }
-- output { [0i64, 0i64, 63i64, 0i64] }
-- input { [2i64] [0i64] }
-- output { [0i64] }
-- input { [1i64] [0i64] }
-- output { [0i64] }
-- input { [0i64, 0i64] [2i64, 2i64] }
-- output { [0i64, 0i64] }

-- ==
-- entry: transposes
-- input { empty([0]i64) empty([0]i64) }
-- output { empty([0][0][0]i64) }
-- input { [2i64, 2i64] [1i64, 3i64] }
-- output { [[[0i64, 10i64]], [[0i64, 10i64], [1i64, 11i64], [2i64, 12i64]]] }
-- input { [2i64] [1i64] }
-- output { [[[0i64, 10i64]]] }
-- input { [1i64, 3i64] [1i64, 3i64] }
-- output { [[[0i64]], [[0i64, 10i64, 20i64], [1i64, 11i64, 21i64], [2i64, 12i64, 22i64]]] }
-- input { [3i64, 2i64, 1i64, 3i64, 1i64] [3i64, 1i64, 1i64, 3i64, 3i64] }
-- output { [[[0i64, 10i64, 20i64], [1i64, 11i64, 21i64], [2i64, 12i64, 22i64]], [[0i64, 10i64]], [[0i64]], [[0i64, 10i64, 20i64], [1i64, 11i64, 21i64], [2i64, 12i64, 22i64]], [[0i64], [1i64], [2i64]]] }
-- input { [2i64] [2i64] }
-- output { [[[0i64, 10i64], [1i64, 11i64]]] }
-- input { [1i64, 1i64, 1i64, 2i64, 2i64] [2i64, 2i64, 1i64, 3i64, 1i64] }
-- output { [[[0i64], [1i64]], [[0i64], [1i64]], [[0i64]], [[0i64, 10i64], [1i64, 11i64], [2i64, 12i64]], [[0i64, 10i64]]] }
-- input { [3i64, 2i64, 3i64, 1i64, 1i64] [2i64, 3i64, 2i64, 2i64, 2i64] }
-- output { [[[0i64, 10i64, 20i64], [1i64, 11i64, 21i64]], [[0i64, 10i64], [1i64, 11i64], [2i64, 12i64]], [[0i64, 10i64, 20i64], [1i64, 11i64, 21i64]], [[0i64], [1i64]], [[0i64], [1i64]]] }

-- ==
-- entry: column_sums
-- input { [3i64, 2i64, 0i64, 3i64] [2i64, 2i64, 0i64, 3i64] }
-- output { [[30i64, 33i64], [10i64, 12i64], empty([0]i64), [30i64, 33i64, 36i64]] }
-- input { [3i64, 2i64] [1i64, 2i64] }
-- output { [[30i64], [10i64, 12i64]] }
-- input { [0i64, 0i64, 2i64] [1i64, 0i64, 0i64] }
-- output { [[0i64], empty([0]i64), empty([0]i64)] }
-- input { [3i64, 2i64, 0i64] [0i64, 0i64, 3i64] }
-- output { [empty([0]i64), empty([0]i64), [0i64, 0i64, 0i64]] }
-- input { [3i64, 2i64, 1i64, 2i64, 0i64] [2i64, 3i64, 0i64, 1i64, 1i64] }
-- output { [[30i64, 33i64], [10i64, 12i64, 14i64], empty([0]i64), [10i64], [0i64]] }
-- input { [1i64, 0i64, 2i64, 0i64] [1i64, 1i64, 3i64, 3i64] }
-- output { [[0i64], [0i64], [10i64, 12i64, 14i64], [0i64, 0i64, 0i64]] }
-- input { [0i64, 0i64, 1i64, 2i64] [3i64, 3i64, 3i64, 1i64] }
-- output { [[0i64, 0i64, 0i64], [0i64, 0i64, 0i64], [0i64, 1i64, 2i64], [10i64]] }
-- input { [2i64, 1i64] [2i64, 1i64] }
-- output { [[10i64, 12i64], [0i64]] }

-- ==
-- entry: depth3
-- input { [3i64, 4i64, 2i64, 4i64, 4i64] }
-- output { [[empty([0]i64), [0i64], [0i64, 1i64]], [empty([0]i64), [0i64], [0i64, 1i64], [0i64, 1i64, 2i64]], [empty([0]i64), [0i64]], [empty([0]i64), [0i64], [0i64, 1i64], [0i64, 1i64, 2i64]], [empty([0]i64), [0i64], [0i64, 1i64], [0i64, 1i64, 2i64]]] }
-- input { [0i64, 1i64, 1i64, 4i64, 3i64] }
-- output { [empty([0][?]i64), [empty([0]i64)], [empty([0]i64)], [empty([0]i64), [0i64], [0i64, 1i64], [0i64, 1i64, 2i64]], [empty([0]i64), [0i64], [0i64, 1i64]]] }
-- input { [1i64, 4i64] }
-- output { [[empty([0]i64)], [empty([0]i64), [0i64], [0i64, 1i64], [0i64, 1i64, 2i64]]] }
-- input { empty([0]i64) }
-- output { empty([0][?][?]i64) }
-- input { [3i64, 1i64] }
-- output { [[empty([0]i64), [0i64], [0i64, 1i64]], [empty([0]i64)]] }
-- input { [2i64] }
-- output { [[empty([0]i64), [0i64]]] }
-- input { [1i64, 3i64] }
-- output { [[empty([0]i64)], [empty([0]i64), [0i64], [0i64, 1i64]]] }
-- input { [3i64, 1i64, 4i64, 3i64] }
-- output { [[empty([0]i64), [0i64], [0i64, 1i64]], [empty([0]i64)], [empty([0]i64), [0i64], [0i64, 1i64], [0i64, 1i64, 2i64]], [empty([0]i64), [0i64], [0i64, 1i64]]] }

-- ==
-- entry: depth4
-- input { [2i64] }
-- output { [[empty([0][?]i64), [empty([0]i64)]]] }
-- input { [2i64, 3i64, 3i64] }
-- output { [[empty([0][?]i64), [empty([0]i64)]], [empty([0][?]i64), [empty([0]i64)], [empty([0]i64), [0i64]]], [empty([0][?]i64), [empty([0]i64)], [empty([0]i64), [0i64]]]] }
-- input { [0i64, 1i64, 0i64] }
-- output { [empty([0][?][?]i64), [empty([0][?]i64)], empty([0][?][?]i64)] }
-- input { [3i64] }
-- output { [[empty([0][?]i64), [empty([0]i64)], [empty([0]i64), [0i64]]]] }
-- input { empty([0]i64) }
-- output { empty([0][?][?][?]i64) }
-- input { [2i64, 2i64, 3i64, 0i64] }
-- output { [[empty([0][?]i64), [empty([0]i64)]], [empty([0][?]i64), [empty([0]i64)]], [empty([0][?]i64), [empty([0]i64)], [empty([0]i64), [0i64]]], empty([0][?][?]i64)] }
-- input { [2i64, 0i64] }
-- output { [[empty([0][?]i64), [empty([0]i64)]], empty([0][?][?]i64)] }
-- input { [1i64, 4i64, 1i64, 1i64] }
-- output { [[empty([0][?]i64)], [empty([0][?]i64), [empty([0]i64)], [empty([0]i64), [0i64]], [empty([0]i64), [0i64], [0i64, 1i64]]], [empty([0][?]i64)], [empty([0][?]i64)]] }

-- ==
-- entry: flatten_outer
-- input { [[[-5i64, 8i64, -1i64], [4i64]], [[-7i64], [-5i64]], [empty([0]i64)], empty([0][?]i64)] }
-- output { [[-5i64, 8i64, -1i64], [4i64], [-7i64], [-5i64], empty([0]i64)] }
-- input { [empty([0][?]i64), [[9i64, -9i64, -7i64]], [empty([0]i64), [-3i64]]] }
-- output { [[9i64, -9i64, -7i64], empty([0]i64), [-3i64]] }
-- input { [[empty([0]i64)]] }
-- output { [empty([0]i64)] }
-- input { [[[2i64, -4i64], empty([0]i64)], [empty([0]i64), empty([0]i64), [-6i64]]] }
-- output { [[2i64, -4i64], empty([0]i64), empty([0]i64), empty([0]i64), [-6i64]] }
-- input { [[[1i64, 4i64]], empty([0][?]i64), [[7i64, 3i64, -3i64], [-3i64], empty([0]i64)], [[-3i64]]] }
-- output { [[1i64, 4i64], [7i64, 3i64, -3i64], [-3i64], empty([0]i64), [-3i64]] }
-- input { [empty([0][?]i64), [[-7i64, 1i64, 3i64], [9i64, 0i64, 4i64]], [[-5i64]], [[0i64]]] }
-- output { [[-7i64, 1i64, 3i64], [9i64, 0i64, 4i64], [-5i64], [0i64]] }
-- input { [[[-2i64, -6i64, -9i64], empty([0]i64)], [[-8i64]]] }
-- output { [[-2i64, -6i64, -9i64], empty([0]i64), [-8i64]] }
-- input { [empty([0][?]i64), [[4i64], [-6i64], [5i64, -5i64, 8i64], [-3i64], [-6i64, -4i64]], [empty([0]i64)]] }
-- output { [[4i64], [-6i64], [5i64, -5i64, 8i64], [-3i64], [-6i64, -4i64], empty([0]i64)] }

-- ==
-- entry: flatten_inner
-- input { [[empty([0]i64)], [empty([0]i64)]] }
-- output { [empty([0]i64), empty([0]i64)] }
-- input { [[[3i64], empty([0]i64), [8i64, 4i64, -6i64]], [empty([0]i64), empty([0]i64)], [[-3i64], empty([0]i64), empty([0]i64)]] }
-- output { [[3i64, 8i64, 4i64, -6i64], empty([0]i64), [-3i64]] }
-- input { [empty([0][?]i64)] }
-- output { [empty([0]i64)] }
-- input { [[[-4i64, 7i64, -7i64]], empty([0][?]i64), empty([0][?]i64), [[-9i64], [7i64], [1i64]]] }
-- output { [[-4i64, 7i64, -7i64], empty([0]i64), empty([0]i64), [-9i64, 7i64, 1i64]] }
-- input { [empty([0][?]i64), [[-4i64], [1i64, -9i64], [6i64]], [empty([0]i64), empty([0]i64), [-3i64]], [[-8i64, -2i64], [1i64, -3i64]]] }
-- output { [empty([0]i64), [-4i64, 1i64, -9i64, 6i64], [-3i64], [-8i64, -2i64, 1i64, -3i64]] }
-- input { [[[-6i64, -9i64, 5i64], empty([0]i64)], [empty([0]i64), empty([0]i64)], [[6i64]], [[6i64]]] }
-- output { [[-6i64, -9i64, 5i64], empty([0]i64), [6i64], [6i64]] }
-- input { empty([0][?][?]i64) }
-- output { empty([0][?]i64) }
-- input { [empty([0][?]i64), empty([0][?]i64)] }
-- output { [empty([0]i64), empty([0]i64)] }

-- ==
-- entry: flatten_all
-- input { [empty([0][?]i64), [empty([0]i64), [2i64, 8i64, 3i64]], [[7i64, 4i64], [-9i64]]] }
-- output { [2i64, 8i64, 3i64, 7i64, 4i64, -9i64] }
-- input { empty([0][?][?]i64) }
-- output { empty([0]i64) }
-- input { [empty([0][?]i64), [empty([0]i64)]] }
-- output { empty([0]i64) }
-- input { [empty([0][?]i64), [[-4i64, 1i64], [-2i64], [0i64]], empty([0][?]i64)] }
-- output { [-4i64, 1i64, -2i64, 0i64] }
-- input { [empty([0][?]i64), [empty([0]i64), empty([0]i64)]] }
-- output { empty([0]i64) }
-- input { [[[5i64]], [[2i64], empty([0]i64)]] }
-- output { [5i64, 2i64] }
-- input { [[empty([0]i64), empty([0]i64), [-8i64, 1i64]], [empty([0]i64), [-5i64, -5i64]], empty([0][?]i64), [[7i64, 2i64, 2i64]]] }
-- output { [-8i64, 1i64, -5i64, -5i64, 7i64, 2i64, 2i64] }
-- input { [empty([0][?]i64)] }
-- output { empty([0]i64) }

-- ==
-- entry: lengths2
-- input { [[empty([0]i64)], [empty([0]i64), [4i64]]] }
-- output { [1i64, 2i64] [[0i64], [0i64, 1i64]] }
-- input { empty([0][?][?]i64) }
-- output { empty([0]i64) empty([0][?]i64) }
-- input { [empty([0][?]i64), [[2i64, 8i64]], [[-5i64], empty([0]i64)], empty([0][?]i64)] }
-- output { [0i64, 1i64, 2i64, 0i64] [empty([0]i64), [2i64], [1i64, 0i64], empty([0]i64)] }
-- input { [[[-4i64], empty([0]i64)], [[-4i64], [9i64, -4i64], [6i64, -1i64, -4i64]]] }
-- output { [2i64, 3i64] [[1i64, 0i64], [1i64, 2i64, 3i64]] }
-- input { [[[3i64, 2i64]]] }
-- output { [1i64] [[2i64]] }
-- input { [[[-8i64, 9i64, -2i64, -9i64]], empty([0][?]i64), [empty([0]i64), [-5i64]], [[3i64], [7i64], [-3i64], empty([0]i64)]] }
-- output { [1i64, 0i64, 2i64, 4i64] [[4i64], empty([0]i64), [0i64, 1i64], [1i64, 1i64, 1i64, 0i64]] }
-- input { [empty([0][?]i64), [[-2i64, 8i64, 7i64]]] }
-- output { [0i64, 1i64] [empty([0]i64), [3i64]] }
-- input { [[[3i64, 1i64], [-2i64, -4i64, 3i64]], empty([0][?]i64), [[7i64], [7i64, 4i64, 7i64], empty([0]i64)]] }
-- output { [2i64, 0i64, 3i64] [[2i64, 3i64], empty([0]i64), [1i64, 3i64, 0i64]] }

-- ==
-- entry: reverse_levels
-- input { [empty([0][?]i64), empty([0][?]i64), [[0i64, 2i64, -3i64], empty([0]i64)], empty([0][?]i64)] }
-- output { [empty([0][?]i64), [[0i64, 2i64, -3i64], empty([0]i64)], empty([0][?]i64), empty([0][?]i64)] [empty([0][?]i64), empty([0][?]i64), [empty([0]i64), [0i64, 2i64, -3i64]], empty([0][?]i64)] [empty([0][?]i64), empty([0][?]i64), [[-3i64, 2i64, 0i64], empty([0]i64)], empty([0][?]i64)] }
-- input { [empty([0][?]i64), [[6i64], [5i64], [-1i64, -5i64, 5i64]], empty([0][?]i64), empty([0][?]i64)] }
-- output { [empty([0][?]i64), empty([0][?]i64), [[6i64], [5i64], [-1i64, -5i64, 5i64]], empty([0][?]i64)] [empty([0][?]i64), [[-1i64, -5i64, 5i64], [5i64], [6i64]], empty([0][?]i64), empty([0][?]i64)] [empty([0][?]i64), [[6i64], [5i64], [5i64, -5i64, -1i64]], empty([0][?]i64), empty([0][?]i64)] }
-- input { [empty([0][?]i64), [empty([0]i64), [7i64, -6i64]], [[0i64, -1i64], [-4i64]], [empty([0]i64)]] }
-- output { [[empty([0]i64)], [[0i64, -1i64], [-4i64]], [empty([0]i64), [7i64, -6i64]], empty([0][?]i64)] [empty([0][?]i64), [[7i64, -6i64], empty([0]i64)], [[-4i64], [0i64, -1i64]], [empty([0]i64)]] [empty([0][?]i64), [empty([0]i64), [-6i64, 7i64]], [[-1i64, 0i64], [-4i64]], [empty([0]i64)]] }
-- input { [empty([0][?]i64), [empty([0]i64), [-8i64, -2i64]]] }
-- output { [[empty([0]i64), [-8i64, -2i64]], empty([0][?]i64)] [empty([0][?]i64), [[-8i64, -2i64], empty([0]i64)]] [empty([0][?]i64), [empty([0]i64), [-2i64, -8i64]]] }
-- input { [empty([0][?]i64), [empty([0]i64)], [[2i64], [-3i64, 2i64, 6i64], empty([0]i64)], [empty([0]i64)]] }
-- output { [[empty([0]i64)], [[2i64], [-3i64, 2i64, 6i64], empty([0]i64)], [empty([0]i64)], empty([0][?]i64)] [empty([0][?]i64), [empty([0]i64)], [empty([0]i64), [-3i64, 2i64, 6i64], [2i64]], [empty([0]i64)]] [empty([0][?]i64), [empty([0]i64)], [[2i64], [6i64, 2i64, -3i64], empty([0]i64)], [empty([0]i64)]] }
-- input { [[[-6i64], empty([0]i64), empty([0]i64), empty([0]i64)], empty([0][?]i64), [empty([0]i64)], [[3i64, 2i64, -2i64], [-6i64, -6i64, 7i64, 1i64, -4i64], empty([0]i64)]] }
-- output { [[[3i64, 2i64, -2i64], [-6i64, -6i64, 7i64, 1i64, -4i64], empty([0]i64)], [empty([0]i64)], empty([0][?]i64), [[-6i64], empty([0]i64), empty([0]i64), empty([0]i64)]] [[empty([0]i64), empty([0]i64), empty([0]i64), [-6i64]], empty([0][?]i64), [empty([0]i64)], [empty([0]i64), [-6i64, -6i64, 7i64, 1i64, -4i64], [3i64, 2i64, -2i64]]] [[[-6i64], empty([0]i64), empty([0]i64), empty([0]i64)], empty([0][?]i64), [empty([0]i64)], [[-2i64, 2i64, 3i64], [-4i64, 1i64, 7i64, -6i64, -6i64], empty([0]i64)]] }
-- input { empty([0][?][?]i64) }
-- output { empty([0][?][?]i64) empty([0][?][?]i64) empty([0][?][?]i64) }
-- input { [[empty([0]i64)], [[-6i64, -4i64, -8i64], [9i64]], [empty([0]i64), [-4i64]], [[-1i64]]] }
-- output { [[[-1i64]], [empty([0]i64), [-4i64]], [[-6i64, -4i64, -8i64], [9i64]], [empty([0]i64)]] [[empty([0]i64)], [[9i64], [-6i64, -4i64, -8i64]], [[-4i64], empty([0]i64)], [[-1i64]]] [[empty([0]i64)], [[-8i64, -4i64, -6i64], [9i64]], [empty([0]i64), [-4i64]], [[-1i64]]] }

-- ==
-- entry: triple_rows
-- input { empty([0][?]i64) }
-- output { empty([0][?][3]i64) }
-- input { [[-7i64, 0i64]] }
-- output { [[[-7i64, -6i64, 49i64], [0i64, 1i64, 0i64]]] }
-- input { [[-8i64], [-7i64], [-4i64, 2i64]] }
-- output { [[[-8i64, -7i64, 64i64]], [[-7i64, -6i64, 49i64]], [[-4i64, -3i64, 16i64], [2i64, 3i64, 4i64]]] }
-- input { [empty([0]i64)] }
-- output { [empty([0][3]i64)] }
-- input { [[7i64, 7i64], empty([0]i64)] }
-- output { [[[7i64, 8i64, 49i64], [7i64, 8i64, 49i64]], empty([0][3]i64)] }
-- input { [[7i64], [-8i64, 8i64, -7i64], empty([0]i64), empty([0]i64), empty([0]i64)] }
-- output { [[[7i64, 8i64, 49i64]], [[-8i64, -7i64, 64i64], [8i64, 9i64, 64i64], [-7i64, -6i64, 49i64]], empty([0][3]i64), empty([0][3]i64), empty([0][3]i64)] }
-- input { [[8i64], [-1i64, -8i64, 4i64], [7i64, -7i64, 3i64], [-5i64], [7i64, 5i64, 5i64, 8i64, -3i64, -5i64]] }
-- output { [[[8i64, 9i64, 64i64]], [[-1i64, 0i64, 1i64], [-8i64, -7i64, 64i64], [4i64, 5i64, 16i64]], [[7i64, 8i64, 49i64], [-7i64, -6i64, 49i64], [3i64, 4i64, 9i64]], [[-5i64, -4i64, 25i64]], [[7i64, 8i64, 49i64], [5i64, 6i64, 25i64], [5i64, 6i64, 25i64], [8i64, 9i64, 64i64], [-3i64, -2i64, 9i64], [-5i64, -4i64, 25i64]]] }
-- input { [empty([0]i64), empty([0]i64), [-3i64, -9i64, 5i64, 7i64], [-1i64], [-3i64, 4i64, 1i64, -6i64, 3i64]] }
-- output { [empty([0][3]i64), empty([0][3]i64), [[-3i64, -2i64, 9i64], [-9i64, -8i64, 81i64], [5i64, 6i64, 25i64], [7i64, 8i64, 49i64]], [[-1i64, 0i64, 1i64]], [[-3i64, -2i64, 9i64], [4i64, 5i64, 16i64], [1i64, 2i64, 1i64], [-6i64, -5i64, 36i64], [3i64, 4i64, 9i64]]] }

-- ==
-- entry: swap_levels
-- input { 3i64 [[-2i64], [-3i64], empty([0]i64), [-3i64]] }
-- output { [[[-2i64], [-3i64], empty([0]i64), [-3i64]], [[-2i64], [-3i64], empty([0]i64), [-3i64]], [[-2i64], [-3i64], empty([0]i64), [-3i64]]] }
-- input { 3i64 [empty([0]i64)] }
-- output { [[empty([0]i64)], [empty([0]i64)], [empty([0]i64)]] }
-- input { 3i64 [empty([0]i64), [6i64], empty([0]i64)] }
-- output { [[empty([0]i64), [6i64], empty([0]i64)], [empty([0]i64), [6i64], empty([0]i64)], [empty([0]i64), [6i64], empty([0]i64)]] }
-- input { 3i64 [empty([0]i64), [2i64, 6i64], [5i64], [9i64]] }
-- output { [[empty([0]i64), [2i64, 6i64], [5i64], [9i64]], [empty([0]i64), [2i64, 6i64], [5i64], [9i64]], [empty([0]i64), [2i64, 6i64], [5i64], [9i64]]] }
-- input { 3i64 [[-2i64, 2i64], [-5i64, 5i64]] }
-- output { [[[-2i64, 2i64], [-5i64, 5i64]], [[-2i64, 2i64], [-5i64, 5i64]], [[-2i64, 2i64], [-5i64, 5i64]]] }
-- input { 2i64 [empty([0]i64), [4i64, 0i64, 1i64], [5i64, -2i64, -8i64]] }
-- output { [[empty([0]i64), [4i64, 0i64, 1i64], [5i64, -2i64, -8i64]], [empty([0]i64), [4i64, 0i64, 1i64], [5i64, -2i64, -8i64]]] }
-- input { 1i64 [[2i64, 7i64, -7i64], empty([0]i64), [-5i64, -2i64, -8i64, -2i64]] }
-- output { [[[2i64, 7i64, -7i64], empty([0]i64), [-5i64, -2i64, -8i64, -2i64]]] }
-- input { 1i64 [[-4i64, -8i64], empty([0]i64), empty([0]i64)] }
-- output { [[[-4i64, -8i64], empty([0]i64), empty([0]i64)]] }

-- ==
-- entry: heads
-- input { empty([0][?]i64) }
-- output { empty([0]i64) }
-- input { [[8i64]] }
-- output { [8i64] }
-- input { [empty([0]i64)] }
-- output { empty([0]i64) }
-- input { [[9i64, 0i64]] }
-- output { [9i64] }
-- input { [[-9i64], [4i64, 1i64, 0i64], [9i64], empty([0]i64)] }
-- output { [-9i64, 4i64, 9i64] }
-- input { [empty([0]i64), [0i64, -6i64], [0i64], [-6i64, -8i64, -8i64]] }
-- output { [0i64, 0i64, -6i64] }
-- input { [[-7i64, 5i64], [-4i64], [-3i64]] }
-- output { [-7i64, -4i64, -3i64] }
-- input { [[-1i64], [7i64], empty([0]i64)] }
-- output { [-1i64, 7i64] }

-- ==
-- entry: tails
-- input { empty([0][?]i64) }
-- output { empty([0][?]i64) }
-- input { [empty([0]i64)] }
-- output { [empty([0]i64)] }
-- input { [empty([0]i64), [8i64, 3i64, 8i64], empty([0]i64), [8i64]] }
-- output { [empty([0]i64), [3i64, 8i64], empty([0]i64), empty([0]i64)] }
-- input { [empty([0]i64), empty([0]i64), empty([0]i64), [0i64, -5i64]] }
-- output { [empty([0]i64), empty([0]i64), empty([0]i64), [-5i64]] }
-- input { [[-5i64], [1i64, -7i64], [3i64]] }
-- output { [empty([0]i64), [-7i64], empty([0]i64)] }
-- input { [empty([0]i64), [9i64, 7i64, -4i64], [-2i64, 7i64]] }
-- output { [empty([0]i64), [7i64, -4i64], [7i64]] }
-- input { [empty([0]i64), [-1i64], [9i64, 8i64, 7i64]] }
-- output { [empty([0]i64), empty([0]i64), [8i64, 7i64]] }
-- input { [[-6i64], empty([0]i64), [-3i64, -6i64, -9i64], [-4i64, 1i64]] }
-- output { [empty([0]i64), empty([0]i64), [-6i64, -9i64], [1i64]] }

-- ==
-- entry: evens
-- input { empty([0][?]i64) }
-- output { empty([0][?]i64) }
-- input { [empty([0]i64)] }
-- output { [empty([0]i64)] }
-- input { [[6i64, 4i64]] }
-- output { [[6i64]] }
-- input { [[9i64, 0i64], [-2i64, -4i64]] }
-- output { [[9i64], [-2i64]] }
-- input { [[4i64], [5i64], empty([0]i64), [-5i64]] }
-- output { [[4i64], [5i64], empty([0]i64), [-5i64]] }
-- input { [[7i64], [-9i64, -9i64, -4i64], [-1i64, 7i64, -8i64]] }
-- output { [[7i64], [-9i64, -4i64], [-1i64, -8i64]] }
-- input { [empty([0]i64), [-8i64], [9i64, -3i64], empty([0]i64), [4i64], empty([0]i64), [0i64]] }
-- output { [empty([0]i64), [-8i64], [9i64], empty([0]i64), [4i64], empty([0]i64), [0i64]] }
-- input { [empty([0]i64), empty([0]i64), [-7i64], [-9i64, 1i64, 9i64, -7i64, 0i64, -7i64], empty([0]i64), empty([0]i64)] }
-- output { [empty([0]i64), empty([0]i64), [-7i64], [-9i64, 9i64, 0i64], empty([0]i64), empty([0]i64)] }

-- ==
-- entry: backwards
-- input { empty([0][?]i64) }
-- output { empty([0][?]i64) }
-- input { [empty([0]i64), [8i64]] }
-- output { [empty([0]i64), [8i64]] }
-- input { [[9i64], [1i64, -2i64, -7i64], [9i64, 1i64], [0i64]] }
-- output { [[9i64], [-7i64, -2i64, 1i64], [1i64, 9i64], [0i64]] }
-- input { [[0i64, 5i64, -4i64], empty([0]i64), [4i64]] }
-- output { [[-4i64, 5i64, 0i64], empty([0]i64), [4i64]] }
-- input { [[5i64, 7i64, -2i64], [-3i64, 1i64], empty([0]i64), [8i64, -1i64, 6i64]] }
-- output { [[-2i64, 7i64, 5i64], [1i64, -3i64], empty([0]i64), [6i64, -1i64, 8i64]] }
-- input { [[-5i64], [8i64], empty([0]i64), empty([0]i64)] }
-- output { [[-5i64], [8i64], empty([0]i64), empty([0]i64)] }
-- input { [empty([0]i64), [-3i64, 0i64], [8i64, 6i64, -9i64, 3i64, 5i64, 1i64]] }
-- output { [empty([0]i64), [0i64, -3i64], [1i64, 5i64, 3i64, -9i64, 6i64, 8i64]] }
-- input { [[1i64, 3i64]] }
-- output { [[3i64, 1i64]] }

-- ==
-- entry: cut
-- input { empty([0][?]i64) 1i64 }
-- output { empty([0][?]i64) }
-- input { [empty([0]i64), [1i64]] 0i64 }
-- output { [empty([0]i64), [1i64]] }
-- input { [[4i64], [3i64]] 0i64 }
-- output { [[4i64], [3i64]] }
-- input { [[-9i64, 7i64], empty([0]i64)] 2i64 }
-- error: shapes.fut:
-- input { [[-1i64, -3i64, -8i64, 7i64, -3i64], empty([0]i64), [3i64], [1i64, -9i64], [2i64, 2i64]] 1i64 }
-- error: shapes.fut:
-- input { [[5i64, -4i64], [4i64], [2i64, -6i64, 6i64]] 2i64 }
-- error: shapes.fut:
-- input { [[0i64], empty([0]i64)] 2i64 }
-- error: shapes.fut:
-- input { [[-8i64], [-9i64], [-3i64, 7i64, -6i64]] 0i64 }
-- output { [[-8i64], [-9i64], [-3i64, 7i64, -6i64]] }

-- ==
-- entry: part
-- input { [[6i64, 7i64, -6i64], empty([0]i64), [5i64, 7i64, 5i64], [-4i64, -1i64], empty([0]i64)] 1i64 4i64 }
-- output { [empty([0]i64), [5i64, 7i64, 5i64], [-4i64, -1i64]] }
-- input { [[-4i64], empty([0]i64), [5i64, -4i64], [9i64], empty([0]i64)] 3i64 1i64 }
-- error: shapes.fut:
-- input { [[9i64, -4i64, 1i64], empty([0]i64), [9i64], [2i64], [7i64]] 0i64 2i64 }
-- output { [[9i64, -4i64, 1i64], empty([0]i64)] }
-- input { [empty([0]i64), [-9i64, -6i64, 6i64], empty([0]i64), empty([0]i64), [-4i64]] 3i64 4i64 }
-- output { [empty([0]i64)] }
-- input { [[1i64], [-5i64, -2i64], [2i64], [5i64], [-9i64, -6i64]] 0i64 1i64 }
-- output { [[1i64]] }
-- input { [[-9i64, -9i64], [-2i64], empty([0]i64), empty([0]i64), [-3i64]] 0i64 4i64 }
-- output { [[-9i64, -9i64], [-2i64], empty([0]i64), empty([0]i64)] }
-- input { [[-6i64], empty([0]i64), [2i64, 6i64, 9i64, 0i64], [7i64, 0i64], empty([0]i64)] 3i64 3i64 }
-- output { empty([0][?]i64) }
-- input { [[-1i64, 4i64], empty([0]i64), [-5i64, -4i64], empty([0]i64), empty([0]i64)] 1i64 6i64 }
-- error: shapes.fut:

-- ==
-- entry: rotated
-- input { empty([0][?]i64) }
-- output { empty([0][?]i64) empty([0][?]i64) }
-- input { [empty([0]i64)] }
-- output { [empty([0]i64)] [empty([0]i64)] }
-- input { [empty([0]i64), [-6i64, -7i64, 6i64]] }
-- output { [[-6i64, -7i64, 6i64], empty([0]i64)] [empty([0]i64), [-7i64, 6i64, -6i64]] }
-- input { [[8i64, 6i64, -7i64]] }
-- output { [[8i64, 6i64, -7i64]] [[6i64, -7i64, 8i64]] }
-- input { [empty([0]i64), [-7i64, 5i64], [-8i64]] }
-- output { [[-7i64, 5i64], [-8i64], empty([0]i64)] [empty([0]i64), [5i64, -7i64], [-8i64]] }
-- input { [empty([0]i64), [4i64, -1i64], [2i64, 3i64, 0i64], [0i64, 4i64], [1i64, 5i64, -4i64, -8i64, 5i64], [-4i64, 2i64]] }
-- output { [[4i64, -1i64], [2i64, 3i64, 0i64], [0i64, 4i64], [1i64, 5i64, -4i64, -8i64, 5i64], [-4i64, 2i64], empty([0]i64)] [empty([0]i64), [-1i64, 4i64], [3i64, 0i64, 2i64], [4i64, 0i64], [5i64, -4i64, -8i64, 5i64, 1i64], [2i64, -4i64]] }
-- input { [[4i64], [-3i64, 5i64, -1i64], [1i64], empty([0]i64), empty([0]i64), empty([0]i64)] }
-- output { [[-3i64, 5i64, -1i64], [1i64], empty([0]i64), empty([0]i64), empty([0]i64), [4i64]] [[4i64], [5i64, -1i64, -3i64], [1i64], empty([0]i64), empty([0]i64), empty([0]i64)] }
-- input { [empty([0]i64), empty([0]i64), [1i64], [-5i64, 9i64, 8i64, 8i64, 9i64]] }
-- output { [empty([0]i64), [1i64], [-5i64, 9i64, 8i64, 8i64, 9i64], empty([0]i64)] [empty([0]i64), empty([0]i64), [1i64], [9i64, 8i64, 8i64, 9i64, -5i64]] }

-- ==
-- entry: equal
-- input { empty([0][?]i64) empty([0][?]i64) }
-- output { true }
-- input { [empty([0]i64), [5i64]] [empty([0]i64), [6i64]] }
-- output { false }
-- input { [empty([0]i64), [-8i64], [2i64, 0i64]] [empty([0]i64), [-8i64], [2i64, 0i64, 1i64]] }
-- output { false }
-- input { [[-8i64, -8i64, -4i64], empty([0]i64)] [[-8i64, -8i64, -4i64, 1i64], empty([0]i64)] }
-- output { false }
-- input { [[5i64, 7i64], [8i64, 1i64], [8i64, -4i64, -7i64], empty([0]i64), empty([0]i64)] [[5i64, 7i64], [8i64, 1i64], [8i64, -4i64, -7i64, 1i64], empty([0]i64), empty([0]i64)] }
-- output { false }
-- input { [[-9i64]] [[-9i64]] }
-- output { true }
-- input { [[0i64], [3i64], [-9i64, 4i64, 9i64]] [[0i64], [3i64, 1i64], [-9i64, 4i64, 9i64]] }
-- output { false }
-- input { [[-8i64], [7i64, -6i64, 5i64, 7i64, -2i64], [4i64], [8i64, 3i64, -5i64], empty([0]i64)] [[-8i64], [7i64, -6i64, 5i64, 7i64, -2i64, 1i64], [4i64], [8i64, 3i64, -5i64], empty([0]i64)] }
-- output { false }

-- ==
-- entry: equal_rows
-- input { empty([0][?]i64) empty([0][?]i64) }
-- output { empty([0]bool) }
-- input { [[-1i64, -9i64, 0i64]] [[0i64, -9i64, 0i64]] }
-- output { [false] }
-- input { [[7i64]] [[8i64]] }
-- output { [false] }
-- input { [empty([0]i64), [1i64, -9i64]] [empty([0]i64), [1i64, -9i64]] }
-- output { [true, true] }
-- input { [empty([0]i64), [4i64, -8i64, 2i64], empty([0]i64)] [empty([0]i64), [4i64, -8i64, 2i64], empty([0]i64)] }
-- output { [true, true, true] }
-- input { [[7i64], empty([0]i64), [-1i64, 6i64, 1i64], [7i64, 9i64, 2i64], empty([0]i64), empty([0]i64)] [[7i64], empty([0]i64), [0i64, 6i64, 1i64], [7i64, 9i64, 2i64], empty([0]i64), empty([0]i64)] }
-- output { [true, true, false, true, true, true] }
-- input { [empty([0]i64)] [empty([0]i64)] }
-- output { [true] }
-- input { [[-9i64, -3i64], [9i64, 6i64], [9i64, 1i64, 0i64, 7i64]] [[-8i64, -3i64], [9i64, 6i64], [9i64, 1i64, 0i64, 7i64]] }
-- output { [false, true, true] }

-- ==
-- entry: appended
-- input { empty([0][?]i64) empty([0][?]i64) }
-- output { empty([0][?]i64) }
-- input { [[4i64], [7i64, -1i64, -9i64]] [empty([0]i64), [-1i64, -6i64, -9i64]] }
-- output { [[4i64], [7i64, -1i64, -9i64, -1i64, -6i64, -9i64]] }
-- input { [[-8i64], empty([0]i64)] [[-4i64, 0i64, -7i64], [2i64, -8i64, -4i64]] }
-- output { [[-8i64, -4i64, 0i64, -7i64], [2i64, -8i64, -4i64]] }
-- input { [[3i64], [-1i64, 6i64], empty([0]i64), [-7i64, 1i64]] [[-3i64], [-9i64, 4i64], [-2i64, -6i64], empty([0]i64)] }
-- output { [[3i64, -3i64], [-1i64, 6i64, -9i64, 4i64], [-2i64, -6i64], [-7i64, 1i64]] }
-- input { [[7i64, 4i64, 1i64], empty([0]i64), [-1i64, 6i64], [7i64]] [empty([0]i64), [9i64, 4i64], [-6i64], empty([0]i64)] }
-- output { [[7i64, 4i64, 1i64], [9i64, 4i64], [-1i64, 6i64, -6i64], [7i64]] }
-- input { [empty([0]i64), [-7i64], [8i64, 0i64], empty([0]i64)] [[-9i64], [9i64, -2i64, 3i64], empty([0]i64), [-8i64, 7i64, -4i64]] }
-- output { [[-9i64], [-7i64, 9i64, -2i64, 3i64], [8i64, 0i64], [-8i64, 7i64, -4i64]] }
-- input { [empty([0]i64), [9i64], [-1i64]] [empty([0]i64), [7i64, 7i64], [-8i64]] }
-- output { [empty([0]i64), [9i64, 7i64, 7i64], [-1i64, -8i64]] }
-- input { [[9i64, 4i64, -2i64, 1i64, -5i64], empty([0]i64), [6i64, 4i64]] [[0i64, -8i64, -8i64], empty([0]i64), empty([0]i64)] }
-- output { [[9i64, 4i64, -2i64, 1i64, -5i64, 0i64, -8i64, -8i64], empty([0]i64), [6i64, 4i64]] }

-- ==
-- entry: stacked
-- input { empty([0][?]i64) empty([0][?]i64) }
-- output { empty([0][?]i64) }
-- input { [[-8i64]] empty([0][?]i64) }
-- output { [[-8i64]] }
-- input { [empty([0]i64), [-2i64]] [[-1i64], [7i64]] }
-- output { [empty([0]i64), [-2i64], [-1i64], [7i64]] }
-- input { [[4i64], [-1i64]] [[-7i64], empty([0]i64)] }
-- output { [[4i64], [-1i64], [-7i64], empty([0]i64)] }
-- input { [[5i64, -1i64], [-5i64], empty([0]i64), [2i64, 0i64]] empty([0][?]i64) }
-- output { [[5i64, -1i64], [-5i64], empty([0]i64), [2i64, 0i64]] }
-- input { [empty([0]i64)] [empty([0]i64), empty([0]i64)] }
-- output { [empty([0]i64), empty([0]i64), empty([0]i64)] }
-- input { [[7i64], [7i64], [6i64, 4i64, -9i64], [-9i64], [9i64, 8i64], [-6i64]] [[-1i64], [-2i64], [1i64], empty([0]i64), [-1i64], [-5i64]] }
-- output { [[7i64], [7i64], [6i64, 4i64, -9i64], [-9i64], [9i64, 8i64], [-6i64], [-1i64], [-2i64], [1i64], empty([0]i64), [-1i64], [-5i64]] }
-- input { empty([0][?]i64) [[-7i64], [-1i64, -1i64, 5i64], [4i64], empty([0]i64), [-6i64], empty([0]i64)] }
-- output { [[-7i64], [-1i64, -1i64, 5i64], [4i64], empty([0]i64), [-6i64], empty([0]i64)] }

-- ==
-- entry: literal
-- input { 2i64 3i64 }
-- output { [[0i64, 1i64], empty([0]i64), [0i64, 1i64, 2i64], [2i64, 3i64]] }
-- input { 1i64 1i64 }
-- output { [[0i64], empty([0]i64), [0i64], [1i64, 1i64]] }
-- input { 3i64 2i64 }
-- output { [[0i64, 1i64, 2i64], empty([0]i64), [0i64, 1i64], [3i64, 2i64]] }
-- input { 3i64 3i64 }
-- output { [[0i64, 1i64, 2i64], empty([0]i64), [0i64, 1i64, 2i64], [3i64, 3i64]] }
-- input { 3i64 4i64 }
-- output { [[0i64, 1i64, 2i64], empty([0]i64), [0i64, 1i64, 2i64, 3i64], [3i64, 4i64]] }
-- input { 2i64 0i64 }
-- output { [[0i64, 1i64], empty([0]i64), empty([0]i64), [2i64, 0i64]] }
-- input { 4i64 2i64 }
-- output { [[0i64, 1i64, 2i64, 3i64], empty([0]i64), [0i64, 1i64], [4i64, 2i64]] }
-- input { 4i64 0i64 }
-- output { [[0i64, 1i64, 2i64, 3i64], empty([0]i64), empty([0]i64), [4i64, 0i64]] }

-- ==
-- entry: zipped
-- input { empty([0][?]i64) empty([0][?]i64) }
-- output { empty([0][?]i64) }
-- input { [empty([0]i64)] [[4i64]] }
-- output { [empty([0]i64)] }
-- input { [[5i64, -7i64], [0i64, 8i64]] [[1i64], [-1i64, 5i64, -8i64]] }
-- output { [[5i64], [0i64, 40i64]] }
-- input { [[6i64, -5i64], [1i64], empty([0]i64)] [[4i64], [2i64, 2i64, -6i64], empty([0]i64)] }
-- output { [[24i64], [2i64], empty([0]i64)] }
-- input { [[-3i64, -1i64, 5i64, -2i64, -8i64], empty([0]i64), empty([0]i64)] [[-8i64], [-9i64], [1i64, -1i64]] }
-- output { [[24i64], empty([0]i64), empty([0]i64)] }
-- input { [[-6i64]] [[-1i64]] }
-- output { [[6i64]] }
-- input { [[7i64], [-6i64], empty([0]i64), empty([0]i64), [-7i64, 6i64, 0i64], [9i64]] [[-2i64], [4i64], [-9i64, 9i64, -8i64], [4i64, 4i64, 1i64], [4i64, -4i64], [2i64, 2i64]] }
-- output { [[-14i64], [-24i64], empty([0]i64), empty([0]i64), [-28i64, -24i64], [18i64]] }
-- input { [[8i64], [5i64, -8i64, 4i64], [5i64, -4i64], empty([0]i64), [-1i64]] [[-2i64], empty([0]i64), [3i64, -7i64], [-4i64], [5i64]] }
-- output { [[-16i64], empty([0]i64), [15i64, 28i64], empty([0]i64), [-5i64]] }

-- ==
-- entry: outer
-- input { empty([0][?]i64) }
-- output { empty([0][0][0]i64) }
-- input { [[7i64]] }
-- output { [[[49i64]]] }
-- input { [[7i64], [7i64, 8i64, -8i64], [-4i64]] }
-- output { [[[49i64]], [[49i64, 56i64, -56i64], [56i64, 64i64, -64i64], [-56i64, -64i64, 64i64]], [[16i64]]] }
-- input { [[-9i64]] }
-- output { [[[81i64]]] }
-- input { [[6i64, 6i64, -3i64, 1i64], [4i64], [7i64]] }
-- output { [[[36i64, 36i64, -18i64, 6i64], [36i64, 36i64, -18i64, 6i64], [-18i64, -18i64, 9i64, -3i64], [6i64, 6i64, -3i64, 1i64]], [[16i64]], [[49i64]]] }
-- input { [[1i64], [7i64]] }
-- output { [[[1i64]], [[49i64]]] }
-- input { [[-3i64], [7i64], [7i64], [7i64], [7i64]] }
-- output { [[[9i64]], [[49i64]], [[49i64]], [[49i64]], [[49i64]]] }
-- input { [[4i64], [9i64], [-6i64, -2i64, 7i64], [9i64], [7i64], [6i64, 0i64]] }
-- output { [[[16i64]], [[81i64]], [[36i64, 12i64, -42i64], [12i64, 4i64, -14i64], [-42i64, -14i64, 49i64]], [[81i64]], [[49i64]], [[36i64, 0i64], [0i64, 0i64]]] }

-- ==
-- entry: partitioned
-- input { empty([0][?]i64) 2i64 }
-- output { empty([0][?]i64) empty([0][?]i64) }
-- input { [[8i64], empty([0]i64)] 2i64 }
-- output { empty([0][?]i64) [[8i64], empty([0]i64)] }
-- input { empty([0][?]i64) 0i64 }
-- output { empty([0][?]i64) empty([0][?]i64) }
-- input { [[6i64, 0i64]] 0i64 }
-- output { [[6i64, 0i64]] empty([0][?]i64) }
-- input { empty([0][?]i64) 1i64 }
-- output { empty([0][?]i64) empty([0][?]i64) }
-- input { [[3i64, -6i64, -2i64], empty([0]i64)] 1i64 }
-- output { [[3i64, -6i64, -2i64]] [empty([0]i64)] }
-- input { [[-3i64, -3i64, 7i64], [7i64, -8i64, -9i64], [9i64], [-1i64]] 0i64 }
-- output { [[-3i64, -3i64, 7i64], [7i64, -8i64, -9i64], [9i64], [-1i64]] empty([0][?]i64) }
-- input { [[6i64, 0i64], empty([0]i64), empty([0]i64), empty([0]i64), [-5i64], [-7i64]] 1i64 }
-- output { [[6i64, 0i64]] [empty([0]i64), empty([0]i64), empty([0]i64), [-5i64], [-7i64]] }

-- ==
-- entry: refiltered
-- input { empty([0][?]i64) }
-- output { empty([0][?]i64) empty([0][?]i64) }
-- input { [[6i64], [-1i64], empty([0]i64)] }
-- output { [[6i64], empty([0]i64), empty([0]i64)] [empty([0]i64), [-1i64], empty([0]i64)] }
-- input { [empty([0]i64), empty([0]i64)] }
-- output { [empty([0]i64), empty([0]i64)] [empty([0]i64), empty([0]i64)] }
-- input { [[4i64, 0i64, 9i64], [4i64, 5i64]] }
-- output { [[4i64, 9i64], [4i64, 5i64]] [[0i64], empty([0]i64)] }
-- input { [[6i64], [-9i64], [2i64], [4i64], empty([0]i64), empty([0]i64)] }
-- output { [[6i64], empty([0]i64), [2i64], [4i64], empty([0]i64), empty([0]i64)] [empty([0]i64), [-9i64], empty([0]i64), empty([0]i64), empty([0]i64), empty([0]i64)] }
-- input { [[-7i64], [9i64], [8i64]] }
-- output { [empty([0]i64), [9i64], [8i64]] [[-7i64], empty([0]i64), empty([0]i64)] }
-- input { [[6i64]] }
-- output { [[6i64]] [empty([0]i64)] }
-- input { [[1i64, 9i64, -7i64], [-3i64], empty([0]i64)] }
-- output { [[1i64, 9i64], empty([0]i64), empty([0]i64)] [[-7i64], [-3i64], empty([0]i64)] }

-- ==
-- entry: replicated
-- input { [1i64, 3i64, 1i64, 1i64, 3i64] [3i64, 3i64, 2i64, 3i64, 1i64] }
-- output { [[3i64], [3i64, 3i64, 3i64], [2i64], [3i64], [1i64, 1i64, 1i64]] }
-- input { [2i64] [3i64] }
-- output { [[3i64, 3i64]] }
-- input { [3i64, 1i64] [2i64, 3i64] }
-- output { [[2i64, 2i64, 2i64], [3i64]] }
-- input { [1i64, 2i64, 1i64] [3i64, 1i64, 1i64] }
-- output { [[3i64], [1i64, 1i64], [1i64]] }
-- input { [2i64, 3i64, 1i64, 1i64, 1i64] [2i64, 2i64, 3i64, 0i64, 0i64] }
-- output { [[2i64, 2i64], [2i64, 2i64, 2i64], [3i64], [0i64], [0i64]] }
-- input { [1i64, 1i64] [3i64, 0i64] }
-- output { [[3i64], [0i64]] }
-- input { [0i64, 3i64] [3i64, 0i64] }
-- output { [empty([0]i64), [0i64, 0i64, 0i64]] }
-- input { [3i64, 2i64, 0i64, 0i64] [0i64, 3i64, 3i64, 2i64] }
-- output { [[0i64, 0i64, 0i64], [3i64, 3i64], empty([0]i64), empty([0]i64)] }

-- ==
-- entry: dup_rows
-- input { [1i64, 1i64] [[-3i64], [-3i64, -2i64, 5i64]] }
-- output { [[[-3i64]], [[-3i64, -2i64, 5i64]]] }
-- input { [0i64, 1i64, 3i64] [[-2i64], [3i64], [1i64]] }
-- output { [empty([0][?]i64), [[3i64]], [[1i64], [1i64], [1i64]]] }
-- input { [3i64, 0i64] [[-2i64], [-4i64]] }
-- output { [[[-2i64], [-2i64], [-2i64]], empty([0][?]i64)] }
-- input { [2i64] [empty([0]i64)] }
-- output { [[empty([0]i64), empty([0]i64)]] }
-- input { empty([0]i64) empty([0][?]i64) }
-- output { empty([0][?][?]i64) }
-- input { [3i64, 0i64, 1i64, 2i64] [[1i64], empty([0]i64), [-6i64, -4i64], [-6i64]] }
-- output { [[[1i64], [1i64], [1i64]], empty([0][?]i64), [[-6i64, -4i64]], [[-6i64], [-6i64]]] }
-- input { [2i64, 3i64] [[-7i64], empty([0]i64)] }
-- output { [[[-7i64], [-7i64]], [empty([0]i64), empty([0]i64), empty([0]i64)]] }
-- input { [2i64, 0i64] [[2i64], [5i64]] }
-- output { [[[2i64], [2i64]], empty([0][?]i64)] }

-- ==
-- entry: of_sizes
-- input { empty([0]i64) empty([0]i64) }
-- output { empty([0][?]i64) }
-- input { [1i64] [2i64] }
-- output { [[2i64]] }
-- input { [2i64, 0i64] [7i64, -6i64] }
-- output { [[7i64, -6i64], empty([0]i64)] }
-- input { [2i64, 2i64, 0i64] [-4i64, 8i64, -7i64, 6i64] }
-- output { [[-4i64, 8i64], [-7i64, 6i64], empty([0]i64)] }
-- input { [3i64, 3i64, 2i64] [-7i64, 2i64, 2i64, -3i64, 5i64, -5i64, -5i64, 0i64] }
-- output { [[-7i64, 2i64, 2i64], [-3i64, 5i64, -5i64], [-5i64, 0i64]] }
-- input { [2i64] [-4i64, 6i64] }
-- output { [[-4i64, 6i64]] }
-- input { [1i64, 0i64, 2i64, 2i64] [-8i64, -5i64, -3i64, -5i64, -5i64, 5i64] }
-- error: shapes.fut:
-- input { [3i64, 0i64] [2i64, 7i64, 2i64] }
-- output { [[2i64, 7i64, 2i64], empty([0]i64)] }

-- ==
-- entry: square
-- input { [[-3i64, 5i64], [6i64, 7i64]] 2i64 }
-- output { [[-3i64, 5i64], [6i64, 7i64]] }
-- input { [[2i64, 0i64]] 1i64 }
-- error: shapes.fut:\d+:\d+:.*
-- input { [[8i64, 1i64, 0i64], [-5i64, 8i64]] 2i64 }
-- error: shapes.fut:\d+:\d+:.*
-- input { [[-7i64, 0i64]] 1i64 }
-- error: shapes.fut:\d+:\d+:.*
-- input { [[-4i64, 3i64, -9i64], [6i64, -7i64, 7i64], [1i64, -2i64, -8i64]] 3i64 }
-- output { [[-4i64, 3i64, -9i64], [6i64, -7i64, 7i64], [1i64, -2i64, -8i64]] }
-- input { [[-5i64, 0i64]] 1i64 }
-- error: shapes.fut:\d+:\d+:.*
-- input { [[5i64, -7i64, 0i64], [-9i64, -3i64]] 2i64 }
-- error: shapes.fut:\d+:\d+:.*
-- input { [[-9i64, 0i64]] 1i64 }
-- error: shapes.fut:\d+:\d+:.*

-- ==
-- entry: thick
-- input { [[3i64, -7i64, 0i64], [-1i64, -5i64]] 2i64 }
-- error: shapes.fut:\d+:\d+:.*
-- input { [[-1i64, -4i64], [-8i64, 4i64]] 2i64 }
-- output { [-9i64, 0i64] }
-- input { [[5i64]] 1i64 }
-- output { [5i64] }
-- input { [[0i64, 0i64]] 1i64 }
-- error: shapes.fut:\d+:\d+:.*
-- input { [[3i64, 7i64], [-8i64, -4i64]] 2i64 }
-- output { [-5i64, 3i64] }
-- input { [[-5i64, -6i64], [2i64, 0i64]] 2i64 }
-- output { [-3i64, -6i64] }
-- input { [[4i64, -2i64, -6i64], [3i64, -6i64, 5i64, 0i64], [1i64, 4i64, 2i64]] 3i64 }
-- error: shapes.fut:\d+:\d+:.*
-- input { [[-1i64, -3i64, 6i64], [-6i64, -5i64, 7i64], [7i64, 6i64, 1i64]] 3i64 }
-- output { [0i64, -2i64, 14i64] }

-- ==
-- entry: taken
-- input { empty([0][?]i64) 0i64 }
-- output { empty([0][?]i64) }
-- input { empty([0][?]i64) 3i64 }
-- output { empty([0][?]i64) }
-- input { [empty([0]i64), empty([0]i64)] 0i64 }
-- output { [empty([0]i64), empty([0]i64)] }
-- input { [[-4i64], empty([0]i64), [-3i64, 4i64]] 1i64 }
-- output { [[-4i64], empty([0]i64), [-3i64]] }
-- input { [empty([0]i64), [9i64, 0i64]] 3i64 }
-- output { [empty([0]i64), [9i64, 0i64]] }
-- input { empty([0][?]i64) 2i64 }
-- output { empty([0][?]i64) }
-- input { [[-7i64, 2i64], [-8i64, 6i64, -1i64], [-7i64]] 0i64 }
-- output { [empty([0]i64), empty([0]i64), empty([0]i64)] }
-- input { [[-5i64], [5i64]] 2i64 }
-- output { [[-5i64], [5i64]] }

-- ==
-- entry: dropped
-- input { empty([0][?]i64) 3i64 }
-- output { empty([0][?]i64) }
-- input { [[4i64]] 0i64 }
-- output { [[4i64]] }
-- input { [[-7i64], empty([0]i64)] 3i64 }
-- output { [empty([0]i64), empty([0]i64)] }
-- input { [empty([0]i64), [4i64, -2i64]] 3i64 }
-- output { [empty([0]i64), empty([0]i64)] }
-- input { [[-2i64], [9i64, 9i64, -2i64]] 1i64 }
-- output { [empty([0]i64), [9i64, -2i64]] }
-- input { empty([0][?]i64) 1i64 }
-- output { empty([0][?]i64) }
-- input { [[-7i64, 9i64, -1i64, -6i64, 0i64, -9i64], [-7i64], [-8i64, 7i64]] 3i64 }
-- output { [[-6i64, 0i64, -9i64], empty([0]i64), empty([0]i64)] }
-- input { [empty([0]i64)] 2i64 }
-- output { [empty([0]i64)] }

-- ==
-- entry: indexed
-- input { [[4i64, 6i64, 8i64], [9i64], [-3i64]] empty([0]i64) empty([0]i64) }
-- output { empty([0]i64) }
-- input { [[7i64], [-2i64], empty([0]i64), [-7i64, 8i64, -4i64]] [3i64, 3i64] [0i64, 2i64] }
-- output { [-7i64, -4i64] }
-- input { [[-5i64, 7i64], [-5i64, 0i64], [2i64, 3i64], [1i64, -1i64, 8i64]] [3i64, 3i64, 3i64] [1i64, 0i64, 2i64] }
-- output { [-1i64, 1i64, 8i64] }
-- input { [empty([0]i64), [-7i64], [0i64]] empty([0]i64) empty([0]i64) }
-- output { empty([0]i64) }
-- input { [[-2i64], [-9i64, -2i64, 7i64], [-5i64], [7i64, 9i64, 9i64], [-9i64]] empty([0]i64) empty([0]i64) }
-- output { empty([0]i64) }
-- input { [[-6i64, 5i64, -1i64], [-7i64, 3i64]] [1i64] [0i64] }
-- output { [-7i64] }
-- input { [[2i64, 4i64], [-7i64, -5i64], empty([0]i64), [3i64, 9i64, 2i64]] [0i64, 0i64] [1i64, 0i64] }
-- output { [4i64, 2i64] }
-- input { [[4i64, 4i64], [3i64, 0i64, -8i64], [4i64, -8i64, 6i64]] [1i64, 2i64, 1i64] [1i64, 0i64, 1i64] }
-- output { [0i64, 4i64, 0i64] }

-- ==
-- entry: last_rows
-- input { [[-4i64], [-3i64, 3i64, 3i64], empty([0]i64)] }
-- output { empty([0]i64) [-4i64] }
-- input { [[5i64]] }
-- output { [5i64] [5i64] }
-- input { [[9i64, -4i64], empty([0]i64), empty([0]i64), empty([0]i64)] }
-- output { empty([0]i64) [9i64, -4i64] }
-- input { [[-6i64]] }
-- output { [-6i64] [-6i64] }
-- input { [[-3i64], empty([0]i64), empty([0]i64), [9i64, -5i64, 7i64]] }
-- output { [9i64, -5i64, 7i64] [-3i64] }
-- input { [empty([0]i64), [-1i64], empty([0]i64), [7i64, 9i64, -1i64]] }
-- output { [7i64, 9i64, -1i64] empty([0]i64) }
-- input { [empty([0]i64)] }
-- output { empty([0]i64) empty([0]i64) }
-- input { [[6i64, -4i64], [2i64, -1i64, -8i64]] }
-- output { [2i64, -1i64, -8i64] [6i64, -4i64] }
