-- Queries over columns: joins, grouping, ordering.

entry join [n] [m] (ak: [n]i64) (av: [n]i64) (bk: [m]i64) (bv: [m]i64): ([]i64, []i64, []i64) =
  unzip3 [ (k, x, y) | (k, x) <- zip ak av, (l, y) <- zip bk bv, k == l ]

entry totals [n] (k: [n]i64) (v: [n]i64): ([]i64, []i64, []i64) =
  unzip3 [ (key, i64.sum v, length v) | (k, v) <- zip k v, group by key = k ]

entry totals_desc [n] (k: [n]i64) (v: [n]i64): ([]i64, []i64) =
  unzip [ (key, t) | (k, v) <- zip k v, group by key = k, let t = i64.sum v, order by (t, key) desc ]

entry groups [n] (k: [n]i64) (v: [n]i64): ([]i64, [][?]i64) =
  group_by_key (<=) k v

entry groups_by [n] (k: [n]i64) (v: [n]i64): [][?]i64 =
  [ v | (k, v) <- zip k v, group by k = k % 3 ]

entry top_of_groups [n] (k: [n]i64) (v: [n]i64): [][?]i64 =
  [ take (i64.min 2 (length vs)) [ x | x <- vs, order by x desc ] | (k, v) <- zip k v, group by q = k, let vs = v ]

entry two_keys [n] (a: [n]i64) (b: [n]bool) (v: [n]i64): ([]i64, []bool, []i64) =
  unzip3 [ (x, y, i64.maximum v) | (a, b, v) <- zip3 a b v, group by (x, y) = (a, b) ]

entry ordered [n] (a: [n]i64) (b: [n]f64): ([]i64, []f64) =
  unzip [ (x, y) | (x, y) <- zip a b, order by y desc, order by x ]

entry ordered_pair [n] (a: [n]i64) (b: [n]f64): ([]i64, []f64) =
  unzip [ (x, y) | (x <- a | y <- b), order by (x, y) ]

entry filtered_groups [n] (k: [n]i64) (v: [n]i64) (least: i64): []i64 =
  [ key | (k, v) <- zip k v, v > 0, group by key = k, length v >= least ]

entry per_row_groups [n] (kss: [n][?]i64): [n][?](i64, i64) =
  map (\ks -> [ (k, length k') | k' <- ks, group by k = k' ]) kss

entry histogram_of_lengths [n] (xss: [n][?]i64): ([]i64, []i64) =
  unzip [ (l, length xs) | xs <- map length xss, group by l = xs ]

entry words [n] (text: [n]u8): [][?]u8 =
  let space = map (== ' ') text
  let starts = [ i | i <- 0..<n, !space[i] && (i == 0 || space[i-1]) ]
  let ends = [ i + 1 | i <- 0..<n, !space[i] && (i == n - 1 || space[i+1]) ]
  in [ text[a:b] | a <- starts | b <- ends ]

entry word_lengths [n] (text: [n]u8): []i64 =
  let space = map (== ' ') text
  let starts = [ i | i <- 0..<n, !space[i] && (i == 0 || space[i-1]) ]
  let ends = [ i + 1 | i <- 0..<n, !space[i] && (i == n - 1 || space[i+1]) ]
  in map2 (-) (ends :> [length starts]i64) starts

-- The cases below are written by oracle.py.

-- ==
-- entry: join
-- input { [4i64, 0i64, 1i64, 4i64, 2i64, 0i64, 1i64, 4i64, 4i64] [8i64, 0i64, 2i64, 4i64, 3i64, 6i64, 4i64, 7i64, -6i64] [3i64, 0i64, 0i64, 1i64, 4i64, 1i64, 3i64, 1i64, 4i64] [6i64, 7i64, -6i64, -7i64, 1i64, -9i64, 4i64, 1i64, -7i64] }
-- output { [4i64, 4i64, 0i64, 0i64, 1i64, 1i64, 1i64, 4i64, 4i64, 0i64, 0i64, 1i64, 1i64, 1i64, 4i64, 4i64, 4i64, 4i64] [8i64, 8i64, 0i64, 0i64, 2i64, 2i64, 2i64, 4i64, 4i64, 6i64, 6i64, 4i64, 4i64, 4i64, 7i64, 7i64, -6i64, -6i64] [1i64, -7i64, 7i64, -6i64, -7i64, -9i64, 1i64, 1i64, -7i64, 7i64, -6i64, -7i64, -9i64, 1i64, 1i64, -7i64, 1i64, -7i64] }
-- input { [0i64] [-6i64] [4i64, 4i64, 4i64, 3i64] [-4i64, 2i64, -7i64, 1i64] }
-- output { empty([0]i64) empty([0]i64) empty([0]i64) }
-- input { [3i64, 3i64, 0i64] [9i64, -9i64, -5i64] [3i64, 3i64, 2i64, 0i64] [-4i64, 7i64, -8i64, -8i64] }
-- output { [3i64, 3i64, 3i64, 3i64, 0i64] [9i64, 9i64, -9i64, -9i64, -5i64] [-4i64, 7i64, -4i64, 7i64, -8i64] }
-- input { [4i64] [4i64] [4i64, 3i64, 4i64, 4i64, 3i64] [-5i64, 4i64, 8i64, 3i64, -5i64] }
-- output { [4i64, 4i64, 4i64] [4i64, 4i64, 4i64] [-5i64, 8i64, 3i64] }
-- input { [0i64] [6i64] [3i64, 4i64, 3i64, 2i64] [1i64, 0i64, 5i64, 2i64] }
-- output { empty([0]i64) empty([0]i64) empty([0]i64) }
-- input { [1i64, 0i64, 3i64, 1i64, 1i64, 0i64, 0i64, 3i64] [7i64, -6i64, 7i64, -2i64, -8i64, -1i64, 0i64, 4i64] [2i64, 4i64, 4i64, 2i64, 3i64, 2i64, 1i64] [-7i64, 5i64, -8i64, -9i64, -7i64, 4i64, -9i64] }
-- output { [1i64, 3i64, 1i64, 1i64, 3i64] [7i64, 7i64, -2i64, -8i64, 4i64] [-9i64, -7i64, -9i64, -9i64, -7i64] }
-- input { [0i64, 0i64, 0i64] [-6i64, -1i64, 0i64] [2i64, 3i64] [1i64, 5i64] }
-- output { empty([0]i64) empty([0]i64) empty([0]i64) }
-- input { [1i64, 2i64, 3i64] [1i64, -8i64, 4i64] [1i64, 4i64, 0i64] [5i64, 6i64, -4i64] }
-- output { [1i64] [1i64] [5i64] }

-- ==
-- entry: totals
-- input { [3i64] [-9i64] }
-- output { [3i64] [-9i64] [1i64] }
-- input { [1i64, 2i64, 1i64, 1i64] [7i64, -7i64, -9i64, 3i64] }
-- output { [1i64, 2i64] [1i64, -7i64] [3i64, 1i64] }
-- input { [1i64, 4i64, 0i64, 3i64, 1i64, 3i64, 2i64, 0i64, 1i64] [-6i64, -8i64, 7i64, -8i64, 0i64, 0i64, -3i64, 1i64, 1i64] }
-- output { [0i64, 1i64, 2i64, 3i64, 4i64] [8i64, -5i64, -3i64, -8i64, -8i64] [2i64, 3i64, 1i64, 2i64, 1i64] }
-- input { [1i64, 3i64] [2i64, 2i64] }
-- output { [1i64, 3i64] [2i64, 2i64] [1i64, 1i64] }
-- input { [2i64, 4i64, 2i64, 3i64, 1i64, 0i64, 3i64, 3i64] [-3i64, -2i64, 0i64, 4i64, -1i64, 7i64, 0i64, -1i64] }
-- output { [0i64, 1i64, 2i64, 3i64, 4i64] [7i64, -1i64, -3i64, 3i64, -2i64] [1i64, 1i64, 2i64, 3i64, 1i64] }
-- input { [1i64, 2i64, 3i64, 3i64, 1i64] [-9i64, -6i64, 6i64, 7i64, -1i64] }
-- output { [1i64, 2i64, 3i64] [-10i64, -6i64, 13i64] [2i64, 1i64, 2i64] }
-- input { [0i64, 1i64, 4i64, 2i64, 3i64] [2i64, -8i64, 6i64, -2i64, 3i64] }
-- output { [0i64, 1i64, 2i64, 3i64, 4i64] [2i64, -8i64, -2i64, 3i64, 6i64] [1i64, 1i64, 1i64, 1i64, 1i64] }
-- input { [3i64, 3i64, 0i64, 4i64, 3i64] [7i64, -2i64, -7i64, 1i64, -8i64] }
-- output { [0i64, 3i64, 4i64] [-7i64, -3i64, 1i64] [1i64, 3i64, 1i64] }

-- ==
-- entry: totals_desc
-- input { [1i64] [-3i64] }
-- output { [1i64] [-3i64] }
-- input { [1i64] [3i64] }
-- output { [1i64] [3i64] }
-- input { [2i64, 1i64, 0i64, 2i64, 3i64, 2i64, 0i64] [4i64, -3i64, -6i64, 0i64, 1i64, 9i64, 2i64] }
-- output { [2i64, 3i64, 1i64, 0i64] [13i64, 1i64, -3i64, -4i64] }
-- input { [0i64, 3i64, 3i64, 4i64] [-3i64, -5i64, -6i64, -2i64] }
-- output { [4i64, 0i64, 3i64] [-2i64, -3i64, -11i64] }
-- input { [0i64] [-7i64] }
-- output { [0i64] [-7i64] }
-- input { [4i64, 0i64, 1i64, 2i64, 0i64, 1i64, 1i64] [-2i64, 6i64, -4i64, -6i64, 7i64, -5i64, 3i64] }
-- output { [0i64, 4i64, 2i64, 1i64] [13i64, -2i64, -6i64, -6i64] }
-- input { [3i64] [1i64] }
-- output { [3i64] [1i64] }
-- input { [4i64, 2i64] [1i64, -4i64] }
-- output { [4i64, 2i64] [1i64, -4i64] }

-- ==
-- entry: groups
-- input { [2i64, 2i64, 3i64, 4i64] [2i64, 6i64, -5i64, 4i64] }
-- output { [2i64, 3i64, 4i64] [[2i64, 6i64], [-5i64], [4i64]] }
-- input { [2i64, 4i64] [-5i64, 9i64] }
-- output { [2i64, 4i64] [[-5i64], [9i64]] }
-- input { [4i64, 1i64, 3i64, 2i64] [-2i64, 3i64, 0i64, 6i64] }
-- output { [1i64, 2i64, 3i64, 4i64] [[3i64], [6i64], [0i64], [-2i64]] }
-- input { [4i64, 2i64, 0i64, 4i64, 2i64, 2i64] [-9i64, 2i64, 8i64, -1i64, -4i64, -4i64] }
-- output { [0i64, 2i64, 4i64] [[8i64], [2i64, -4i64, -4i64], [-9i64, -1i64]] }
-- input { [2i64, 2i64, 4i64, 0i64, 2i64, 1i64, 4i64, 3i64] [0i64, -8i64, -7i64, -8i64, -2i64, 0i64, -9i64, 4i64] }
-- output { [0i64, 1i64, 2i64, 3i64, 4i64] [[-8i64], [0i64], [0i64, -8i64, -2i64], [4i64], [-7i64, -9i64]] }
-- input { [3i64] [1i64] }
-- output { [3i64] [[1i64]] }
-- input { [0i64, 3i64, 0i64, 2i64, 4i64, 1i64, 2i64, 4i64] [-9i64, 4i64, -9i64, 4i64, 8i64, -9i64, -5i64, -2i64] }
-- output { [0i64, 1i64, 2i64, 3i64, 4i64] [[-9i64, -9i64], [-9i64], [4i64, -5i64], [4i64], [8i64, -2i64]] }
-- input { [0i64, 2i64] [-7i64, -5i64] }
-- output { [0i64, 2i64] [[-7i64], [-5i64]] }

-- ==
-- entry: groups_by
-- input { [0i64, -4i64, 9i64, -4i64] [-4i64, 1i64, -1i64, -9i64] }
-- output { [[-4i64, -1i64], [1i64, -9i64]] }
-- input { [1i64, 8i64, 9i64, 4i64, -5i64] [3i64, 2i64, 8i64, -2i64, 4i64] }
-- output { [[8i64], [3i64, -2i64, 4i64], [2i64]] }
-- input { [4i64, 2i64, 4i64, 6i64, 8i64, 0i64, -5i64, 8i64, -2i64] [5i64, -3i64, 8i64, 2i64, -6i64, -4i64, -4i64, 8i64, -3i64] }
-- output { [[2i64, -4i64], [5i64, 8i64, -4i64, -3i64], [-3i64, -6i64, 8i64]] }
-- input { [-2i64, 6i64, 5i64, -5i64, 6i64, 7i64, 5i64] [2i64, 3i64, -2i64, 2i64, 1i64, -7i64, -2i64] }
-- output { [[3i64, 1i64], [2i64, 2i64, -7i64], [-2i64, -2i64]] }
-- input { [8i64] [-9i64] }
-- output { [[-9i64]] }
-- input { [-3i64, 4i64] [0i64, 8i64] }
-- output { [[0i64], [8i64]] }
-- input { [8i64, 1i64, -4i64, 9i64] [-8i64, -8i64, 4i64, 7i64] }
-- output { [[7i64], [-8i64], [-8i64, 4i64]] }
-- input { [9i64] [3i64] }
-- output { [[3i64]] }

-- ==
-- entry: top_of_groups
-- input { [2i64, 4i64, 4i64, 0i64] [1i64, -9i64, -4i64, 8i64] }
-- output { [[8i64], [1i64], [-4i64, -9i64]] }
-- input { [1i64, 0i64, 4i64, 3i64, 1i64, 3i64, 0i64] [2i64, 3i64, -6i64, 0i64, 7i64, 0i64, 8i64] }
-- output { [[8i64, 3i64], [7i64, 2i64], [0i64, 0i64], [-6i64]] }
-- input { [0i64, 1i64, 4i64, 2i64, 1i64, 4i64, 1i64] [0i64, 3i64, 0i64, -4i64, -8i64, -2i64, -9i64] }
-- output { [[0i64], [3i64, -8i64], [-4i64], [0i64, -2i64]] }
-- input { empty([0]i64) empty([0]i64) }
-- output { empty([0][?]i64) }
-- input { [3i64, 4i64, 1i64, 4i64] [7i64, -6i64, 8i64, -3i64] }
-- output { [[8i64], [7i64], [-3i64, -6i64]] }
-- input { [3i64, 2i64, 1i64] [6i64, 0i64, -2i64] }
-- output { [[-2i64], [0i64], [6i64]] }
-- input { [1i64, 3i64, 2i64, 2i64, 4i64, 0i64, 4i64, 3i64, 0i64] [7i64, 6i64, -8i64, -6i64, 5i64, 0i64, 4i64, -2i64, -1i64] }
-- output { [[0i64, -1i64], [7i64], [-6i64, -8i64], [6i64, -2i64], [5i64, 4i64]] }
-- input { [3i64, 3i64, 4i64, 3i64, 1i64] [3i64, -4i64, 4i64, -5i64, -1i64] }
-- output { [[-1i64], [3i64, -4i64], [4i64]] }

-- ==
-- entry: two_keys
-- input { [1i64, 1i64, 0i64, 0i64, 0i64, 0i64, 2i64] [true, false, false, false, true, true, true] [-9i64, 8i64, -1i64, 9i64, 5i64, 6i64, 1i64] }
-- output { [0i64, 0i64, 1i64, 1i64, 2i64] [false, true, false, true, true] [9i64, 6i64, 8i64, -9i64, 1i64] }
-- input { [2i64, 1i64, 0i64, 0i64, 2i64, 0i64, 0i64, 2i64] [true, true, true, false, true, true, false, false] [4i64, -4i64, -5i64, -1i64, 4i64, 4i64, 5i64, 7i64] }
-- output { [0i64, 0i64, 1i64, 2i64, 2i64] [false, true, true, false, true] [5i64, 4i64, -4i64, 7i64, 4i64] }
-- input { [2i64, 0i64, 2i64, 1i64, 2i64, 1i64, 2i64, 0i64, 1i64] [false, false, true, false, false, true, false, false, false] [-1i64, 4i64, -6i64, -8i64, 1i64, 3i64, -7i64, -7i64, -9i64] }
-- output { [0i64, 1i64, 1i64, 2i64, 2i64] [false, false, true, false, true] [4i64, -8i64, 3i64, 1i64, -6i64] }
-- input { empty([0]i64) empty([0]bool) empty([0]i64) }
-- output { empty([0]i64) empty([0]bool) empty([0]i64) }
-- input { [1i64, 1i64, 1i64, 0i64, 2i64, 1i64, 0i64, 0i64, 2i64] [false, true, true, true, true, false, false, false, false] [-2i64, 4i64, -6i64, -2i64, 4i64, -7i64, -5i64, 5i64, 4i64] }
-- output { [0i64, 0i64, 1i64, 1i64, 2i64, 2i64] [false, true, false, true, false, true] [5i64, -2i64, -2i64, 4i64, 4i64, 4i64] }
-- input { [2i64, 2i64, 2i64, 0i64] [true, true, false, true] [7i64, -3i64, -3i64, 7i64] }
-- output { [0i64, 2i64, 2i64] [true, false, true] [7i64, -3i64, 7i64] }
-- input { [1i64, 0i64, 1i64, 1i64, 2i64] [true, true, true, false, false] [4i64, 6i64, 6i64, 0i64, -1i64] }
-- output { [0i64, 1i64, 1i64, 2i64] [true, false, true, false] [6i64, 0i64, 6i64, -1i64] }
-- input { [0i64, 2i64, 2i64] [false, true, false] [-1i64, 1i64, -4i64] }
-- output { [0i64, 2i64, 2i64] [false, false, true] [-1i64, -4i64, 1i64] }

-- ==
-- entry: ordered
-- input { [2i64, 1i64, 3i64, 0i64, 3i64, 3i64, 3i64, 3i64] [-1.0f64, 0.5f64, 0.0f64, -1.0f64, 0.75f64, -0.25f64, -0.75f64, 0.0f64] }
-- output { [0i64, 1i64, 2i64, 3i64, 3i64, 3i64, 3i64, 3i64] [-1.0f64, 0.5f64, -1.0f64, 0.75f64, 0.0f64, 0.0f64, -0.25f64, -0.75f64] }
-- input { [0i64, 3i64, 2i64] [-0.5f64, -0.75f64, 0.25f64] }
-- output { [0i64, 2i64, 3i64] [-0.5f64, 0.25f64, -0.75f64] }
-- input { [1i64, 1i64] [-1.0f64, -0.5f64] }
-- output { [1i64, 1i64] [-0.5f64, -1.0f64] }
-- input { [0i64, 3i64, 1i64, 3i64, 0i64, 1i64, 2i64] [0.0f64, -0.5f64, -1.0f64, 0.5f64, -1.0f64, 0.25f64, 0.75f64] }
-- output { [0i64, 0i64, 1i64, 1i64, 2i64, 3i64, 3i64] [0.0f64, -1.0f64, 0.25f64, -1.0f64, 0.75f64, 0.5f64, -0.5f64] }
-- input { [2i64, 2i64, 2i64, 2i64, 0i64, 1i64, 0i64] [0.25f64, 0.75f64, 0.5f64, 0.75f64, -1.0f64, 0.5f64, 0.0f64] }
-- output { [0i64, 0i64, 1i64, 2i64, 2i64, 2i64, 2i64] [0.0f64, -1.0f64, 0.5f64, 0.75f64, 0.75f64, 0.5f64, 0.25f64] }
-- input { [3i64] [1.0f64] }
-- output { [3i64] [1.0f64] }
-- input { [0i64, 0i64, 2i64] [0.0f64, 0.5f64, 0.25f64] }
-- output { [0i64, 0i64, 2i64] [0.5f64, 0.0f64, 0.25f64] }
-- input { empty([0]i64) empty([0]f64) }
-- output { empty([0]i64) empty([0]f64) }

-- ==
-- entry: ordered_pair
-- input { empty([0]i64) empty([0]f64) }
-- output { empty([0]i64) empty([0]f64) }
-- input { [1i64, 1i64, 3i64, 1i64, 2i64, 3i64, 0i64, 2i64] [0.25f64, -1.0f64, -0.75f64, -0.75f64, 0.5f64, 1.0f64, 0.5f64, 0.5f64] }
-- output { [0i64, 1i64, 1i64, 1i64, 2i64, 2i64, 3i64, 3i64] [0.5f64, -1.0f64, -0.75f64, 0.25f64, 0.5f64, 0.5f64, -0.75f64, 1.0f64] }
-- input { [1i64, 1i64] [-0.75f64, 0.0f64] }
-- output { [1i64, 1i64] [-0.75f64, 0.0f64] }
-- input { [0i64, 2i64, 1i64, 1i64, 2i64, 0i64, 1i64] [1.0f64, 1.0f64, -1.0f64, -0.75f64, -0.5f64, -0.25f64, -0.5f64] }
-- output { [0i64, 0i64, 1i64, 1i64, 1i64, 2i64, 2i64] [-0.25f64, 1.0f64, -1.0f64, -0.75f64, -0.5f64, -0.5f64, 1.0f64] }
-- input { [2i64, 1i64, 2i64, 3i64, 1i64] [0.5f64, 0.75f64, -0.5f64, 1.0f64, 1.0f64] }
-- output { [1i64, 1i64, 2i64, 2i64, 3i64] [0.75f64, 1.0f64, -0.5f64, 0.5f64, 1.0f64] }
-- input { [1i64, 3i64, 0i64, 2i64] [-1.0f64, -1.0f64, -1.0f64, 0.5f64] }
-- output { [0i64, 1i64, 2i64, 3i64] [-1.0f64, -1.0f64, 0.5f64, -1.0f64] }
-- input { [1i64, 1i64, 0i64, 3i64] [-1.0f64, 0.5f64, 0.5f64, -0.75f64] }
-- output { [0i64, 1i64, 1i64, 3i64] [0.5f64, -1.0f64, 0.5f64, -0.75f64] }
-- input { [2i64, 1i64, 0i64, 3i64] [-0.5f64, -0.25f64, -1.0f64, -0.75f64] }
-- output { [0i64, 1i64, 2i64, 3i64] [-1.0f64, -0.25f64, -0.5f64, -0.75f64] }

-- ==
-- entry: filtered_groups
-- input { [2i64, 2i64, 4i64, 1i64, 1i64, 3i64, 4i64] [5i64, 9i64, 8i64, 3i64, 9i64, 3i64, 0i64] 1i64 }
-- output { [1i64, 2i64, 3i64, 4i64] }
-- input { [1i64, 0i64] [3i64, 2i64] 2i64 }
-- output { empty([0]i64) }
-- input { empty([0]i64) empty([0]i64) 2i64 }
-- output { empty([0]i64) }
-- input { [0i64, 1i64, 2i64, 3i64, 4i64, 3i64, 1i64] [-4i64, -2i64, 3i64, -5i64, -4i64, -6i64, 3i64] 3i64 }
-- output { empty([0]i64) }
-- input { [2i64] [7i64] 2i64 }
-- output { empty([0]i64) }
-- input { [3i64, 4i64, 4i64, 1i64, 0i64, 1i64] [9i64, -9i64, -4i64, -8i64, 4i64, 4i64] 0i64 }
-- output { [0i64, 1i64, 3i64] }
-- input { [0i64, 4i64, 0i64, 1i64, 4i64] [-3i64, -1i64, -9i64, 8i64, -8i64] 3i64 }
-- output { empty([0]i64) }
-- input { [3i64] [7i64] 1i64 }
-- output { [3i64] }

-- ==
-- entry: per_row_groups
-- input { empty([0][?]i64) }
-- output { empty([0][?]i64) empty([0][?]i64) }
-- input { [[1i64, 3i64]] }
-- output { [[1i64, 3i64]] [[1i64, 1i64]] }
-- input { [[3i64, 2i64]] }
-- output { [[2i64, 3i64]] [[1i64, 1i64]] }
-- input { [[3i64, 1i64, 3i64]] }
-- output { [[1i64, 3i64]] [[1i64, 2i64]] }
-- input { [[3i64, 1i64], [0i64], empty([0]i64), empty([0]i64), [3i64, 1i64, 1i64], [1i64]] }
-- output { [[1i64, 3i64], [0i64], empty([0]i64), empty([0]i64), [1i64, 3i64], [1i64]] [[1i64, 1i64], [1i64], empty([0]i64), empty([0]i64), [2i64, 1i64], [1i64]] }
-- input { [empty([0]i64), empty([0]i64)] }
-- output { [empty([0]i64), empty([0]i64)] [empty([0]i64), empty([0]i64)] }
-- input { [empty([0]i64)] }
-- output { [empty([0]i64)] [empty([0]i64)] }
-- input { [[1i64, 0i64], [3i64], [2i64], [1i64], [0i64, 1i64, 2i64, 1i64, 3i64, 2i64, 0i64], [0i64, 0i64, 0i64, 1i64, 0i64]] }
-- output { [[0i64, 1i64], [3i64], [2i64], [1i64], [0i64, 1i64, 2i64, 3i64], [0i64, 1i64]] [[1i64, 1i64], [1i64], [1i64], [1i64], [2i64, 2i64, 2i64, 1i64], [4i64, 1i64]] }

-- ==
-- entry: histogram_of_lengths
-- input { empty([0][?]i64) }
-- output { empty([0]i64) empty([0]i64) }
-- input { [[0i64], [-6i64]] }
-- output { [1i64] [2i64] }
-- input { [[9i64], [0i64], [-4i64], [-7i64], [2i64]] }
-- output { [1i64] [5i64] }
-- input { [[-9i64], [3i64, -8i64], empty([0]i64), empty([0]i64)] }
-- output { [0i64, 1i64, 2i64] [2i64, 1i64, 1i64] }
-- input { [[-2i64]] }
-- output { [1i64] [1i64] }
-- input { [[-3i64, 8i64, -3i64], [-5i64, -7i64, -9i64], empty([0]i64), [8i64, 7i64, -1i64], empty([0]i64), [1i64, 8i64]] }
-- output { [0i64, 2i64, 3i64] [2i64, 1i64, 3i64] }
-- input { [empty([0]i64), [6i64, 0i64, 2i64], [5i64], [-2i64]] }
-- output { [0i64, 1i64, 3i64] [1i64, 2i64, 1i64] }
-- input { [empty([0]i64), [-9i64, -4i64, -3i64]] }
-- output { [0i64, 3i64] [1i64, 1i64] }

-- ==
-- entry: words
-- input { [97u8, 97u8, 32u8, 97u8, 32u8, 32u8, 99u8, 98u8, 32u8, 99u8, 99u8] }
-- output { [[97u8, 97u8], [97u8], [99u8, 98u8], [99u8, 99u8]] }
-- input { [97u8, 99u8, 98u8, 99u8, 98u8, 32u8, 99u8, 98u8] }
-- output { [[97u8, 99u8, 98u8, 99u8, 98u8], [99u8, 98u8]] }
-- input { [99u8, 99u8, 32u8, 98u8, 97u8, 98u8, 32u8, 32u8, 32u8, 32u8, 32u8, 98u8, 32u8, 98u8] }
-- output { [[99u8, 99u8], [98u8, 97u8, 98u8], [98u8], [98u8]] }
-- input { [32u8, 32u8, 32u8, 32u8] }
-- output { empty([0][?]u8) }
-- input { empty([0]u8) }
-- output { empty([0][?]u8) }
-- input { [32u8, 98u8, 32u8, 32u8, 97u8, 99u8, 32u8] }
-- output { [[98u8], [97u8, 99u8]] }
-- input { [99u8, 99u8, 32u8, 99u8, 97u8] }
-- output { [[99u8, 99u8], [99u8, 97u8]] }
-- input { [97u8, 99u8, 98u8, 99u8, 98u8, 32u8, 32u8] }
-- output { [[97u8, 99u8, 98u8, 99u8, 98u8]] }

-- ==
-- entry: word_lengths
-- input { [97u8, 98u8, 99u8, 97u8, 97u8, 99u8, 32u8, 32u8, 32u8, 98u8, 97u8] }
-- output { [6i64, 2i64] }
-- input { [98u8, 97u8, 97u8, 32u8, 32u8, 32u8, 98u8, 32u8] }
-- output { [3i64, 1i64] }
-- input { [98u8, 98u8, 99u8, 32u8, 98u8] }
-- output { [3i64, 1i64] }
-- input { [99u8, 32u8, 32u8, 98u8] }
-- output { [1i64, 1i64] }
-- input { [97u8, 99u8, 98u8, 97u8, 98u8, 97u8] }
-- output { [6i64] }
-- input { [99u8] }
-- output { [1i64] }
-- input { [99u8, 32u8, 99u8, 32u8, 99u8, 99u8, 97u8, 99u8] }
-- output { [1i64, 1i64, 4i64] }
-- input { [99u8, 32u8, 97u8, 99u8, 32u8, 98u8, 98u8, 97u8, 32u8, 97u8, 98u8, 99u8] }
-- output { [1i64, 2i64, 3i64, 3i64] }
