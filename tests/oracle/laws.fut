-- Laws of the papers: both sides of every equation are computed and compared.

-- Seed 004, section 2: maps, reductions and folds.
entry map_map (xs: []i64): bool = map (\x -> (x + 3) * 2) xs == (map (* 2) <-< map (+ 3)) xs
entry map_map_rows (xss: [][?]i64): bool = map (map (\x -> x * x + 1)) xss == map (map (+ 1)) (map (map (\x -> x * x)) xss)
entry horizontal [n] (xs: [n]i64) (ys: [n]i64): bool =
  (map (+ 1) xs, map (* 2) ys) == unzip (map (\(a, b) -> (a + 1, b * 2)) (zip xs ys))
entry fold_is_reduce_map (xs: []i64): bool =
  stream_fold (+) (\acc c -> acc + i64.sum (map (\x -> x * x) c)) 0 xs == reduce (+) 0 (map (\x -> x * x) xs)
entry banana_split (xs: []i64): bool =
  reduce (\(a, b) (c, d) -> (a + c, i64.max b d)) (0, i64.lowest) (map (\x -> (x * 2, x - 1)) xs)
  == (reduce (+) 0 (map (* 2) xs), reduce i64.max i64.lowest (map (\x -> x - 1) xs))
entry reduce_of_append (xs: []i64) (ys: []i64): bool = i64.sum (xs ++ ys) == i64.sum xs + i64.sum ys
entry scan_last (xs: []i64): bool = null xs || last (scan (+) 0 xs) == reduce (+) 0 xs
entry reduce_map_interchange [n] [m] (xss: [n][m]i64): bool =
  reduce (map2 (+)) (replicate m 0) xss == map (reduce (+) 0) (transpose xss)

-- Seed 004, figure 9.
entry f1 (xs: []i64): bool = map (\x -> x * 3) xs == stream_map (\c -> map (\x -> x * 3) c) xs
entry f2 (xs: []i64): bool = map (\x -> x * 3) xs == (stream_seq (\_ c -> (0i64, map (\x -> x * 3) c)) 0 xs).1
entry f3 (xs: []i64): bool =
  reduce (+) 0 xs == (stream_red (+) (\a c -> (a + reduce (+) 0 c, map (const ()) c)) 0 xs).0
entry f4 (xs: []i64): bool = reduce i64.min 9 xs == (stream_seq (\a c -> (i64.min a (reduce i64.min 9 c), copy c)) 9 xs).0
entry f5 (xs: []i64): bool =
  scan (+) 0 xs
  == (stream_seq (\a c -> let ys = map (a +) (scan (+) 0 c) in (if null ys then a else last ys, ys)) 0 xs).1
entry f6 (xs: []i64): bool =
  let (s, ys) = stream_red (+) (\a c -> (a + i64.sum c, map (+ 1) c)) 0 xs
  let (m, zs) = stream_red i64.max (\a c -> (i64.max a (i64.maximum c), map (* 2) c)) i64.lowest ys
  let (r1, r2, xs2, xs3) =
    let ((a, b), ps) =
      stream_red (\(a, b) (c, d) -> (a + c, i64.max b d))
                 (\(a, b) c -> let ys = map (+ 1) c
                               let zs = map (* 2) ys
                               in ((a + i64.sum c, i64.max b (i64.maximum ys)), zip ys zs))
                 (0, i64.lowest) xs
    in (a, b, map (.0) ps, map (.1) ps)
  in (s, m) == (r1, r2) && ys == xs2 && zs == xs3
entry f7 (xs: []i64): bool =
  let (a, ys) = stream_seq (\a c -> (a + length c, map (+ 2) c)) 0 xs
  let (b, zs) = stream_seq (\b c -> (b * 1 + i64.sum c, map (\x -> x * x) c)) 0 ys
  let ((d, e), ws) =
    stream_seq (\(a, b) c -> let ys = map (+ 2) c in ((a + length c, b + i64.sum ys), map (\x -> x * x) ys)) (0, 0) xs
  in (a, b) == (d, e) && zs == ws

-- Seeds 001 and 003: expansion.
def sz (x: i64): i64 = i64.abs x % 4
entry expand_is_nest (xs: []i64): bool =
  expand sz (\x i -> x * 10 + i) xs == flatten (map (\x -> map (\i -> x * 10 + i) (iota (sz x))) xs)
entry expand_rows_flat (xs: []i64): bool =
  flatten (expand_rows sz (\x i -> x + i) xs) == expand sz (\x i -> x + i) xs
  && lengths (expand_rows sz (\x i -> x + i) xs) == map sz xs
entry expand_reduce_rows (xs: []i64): bool =
  expand_reduce sz (\x i -> x * i) (+) 0 xs == map i64.sum (expand_rows sz (\x i -> x * i) xs)
entry expand_regular (xs: []i64): bool =
  expand (\_ -> 3) (\x i -> x - i) xs == flatten (map (\x -> map (\i -> x - i) (iota 3)) xs)
entry map_after_expand (xs: []i64): bool =
  map (* 2) (expand sz (\x i -> x + i) xs) == expand sz (\x i -> 2 * (x + i)) xs
entry expand_after_map (xs: []i64): bool =
  expand sz (\x i -> x + i) (map (+ 1) xs) == expand (\x -> sz (x + 1)) (\x i -> x + 1 + i) xs
entry expand_expand (xs: []i64): bool =
  expand sz (\y j -> y * 2 + j) (expand sz (\x i -> x + i) xs)
  == [ (x + i) * 2 + j | x <- xs, i <- 0..<sz x, j <- 0..<sz (x + i) ]
entry permute_after_expand (xs: []i64): bool =
  let es = expand sz (\x i -> (x + i, x)) xs
  let a = permute (+) (replicate 7 0) (map (.0) es) (map (.1) es)
  let b = loop b = replicate 7 0 for (at, v) in es do if at >= 0 && at < 7 then b with [at] = b[at] + v else b
  let c = reduce_by_index (replicate 7 0) (+) 0 (map (.0) es) (map (.1) es)
  in a == b && a == c
entry filter_is_expand (xs: []i64): bool = filter (> 0) xs == expand (\x -> i64.bool (x > 0)) (\x _ -> x) xs

-- Comprehensions: what they are defined by, and what one expects of them.
entry one_binding (xs: []i64): bool = [ x * 2 | x <- xs ] == map (* 2) xs
entry one_element (k: i64): bool = [ x + 1 | x <- [k] ] == [k + 1]
entry all_elements (xss: [][?]i64): bool = [ x | xs <- xss, x <- xs ] == flatten xss
entry rows_kept (xss: [][?]i64): bool = [ [ x | x <- xs ] | xs <- xss ] == xss
entry associative (n: i64): bool =
  [ (x, y, z) | x <- 0..<n, (y <- 0..<x, z <- y...x) ] == [ (x, y, z) | (x <- 0..<n, y <- 0..<x), z <- y...x ]
entry source_substituted (xs: []i64): bool =
  [ y * y | y <- [ x + 1 | x <- xs, x > 0 ], y < 7 ] == [ (x + 1) * (x + 1) | x <- xs, x > 0, x + 1 < 7 ]
entry filters_join (xs: []i64): bool = [ x | x <- xs, x > 0, x % 2 == 0 ] == [ x | x <- xs, x > 0 && x % 2 == 0 ]
entry filters_swap (xs: []i64): bool = [ x | x <- xs, x > 0, x % 2 == 0 ] == [ x | x <- xs, x % 2 == 0, x > 0 ]
entry filter_moves_out (xs: []i64) (ys: []i64): bool =
  [ x * 9 + y | x <- xs, y <- ys, x > 0 ] == [ x * 9 + y | x <- xs, x > 0, y <- ys ]
entry zip_is_zip [n] (xs: [n]i64) (ys: [n]i64): bool =
  [ (x, y) | x <- xs | y <- ys ] == zip xs ys && [ x - y | x <- xs | y <- ys ] == map2 (-) xs ys
entry zip_of_results [n] (xs: [n]i64): bool =
  [ (x, y) | x <- xs, x > 0 | y <- xs, y > 0, let y = y * y ] == map (\x -> (x, x * x)) (filter (> 0) xs)
entry order_is_sort [n] (xs: [n]i64): bool =
  [ x | x <- xs, order by x % 5 ] == (sort_by_key (<=) (map (% 5) xs) xs).1
entry order_twice (xs: []i64): bool = [ x | x <- xs, order by x, order by x ] == [ x | x <- xs, order by x ]
entry order_lexicographic [n] (xs: [n]i64) (ys: [n]i64): bool =
  [ (x, y) | (x <- xs | y <- ys), order by y, order by x ] == [ (x, y) | (x <- xs | y <- ys), order by (x, y) ]
entry desc_is_negative (xs: []i64): bool = [ x | x <- xs, order by x % 3 desc ] == [ x | x <- xs, order by -(x % 3) ]
entry desc_reverses [n] (xs: [n]i64): bool =
  [ i | (x <- xs | i <- 0..<n), order by (x, -i) desc ] == reverse [ i | (x <- xs | i <- 0..<n), order by (x, -i) ]
entry order_permutes (xs: []i64): bool =
  let ys = [ x | x <- xs, order by x ]
  in length ys == length xs && i64.sum ys == i64.sum xs && and [ ys[i] <= ys[i + 1] | i <- 0..<i64.max 0 (length ys - 1) ]
entry group_is_group_by_key [n] (xs: [n]i64): bool =
  let (ks, gs) = group_by_key (<=) (map (% 3) xs) xs
  let both = [ (k, x) | x <- xs, group by k = x % 3 ]
  in map (.0) both == ks && map (.1) both == gs
entry groups_flatten (xs: []i64): bool =
  flatten [ x | x <- xs, group by k = x % 3 ] == [ x | x <- xs, order by x % 3 ]
entry group_counts (xs: []i64): bool =
  [ (k, length x) | x <- xs, group by k = x % 3 ]
  == [ (k, c) | k <- 0..<3, let c = length [ x | x <- xs, x % 3 == k ], c > 0 ]
entry group_sums_by_index [n] (xs: [n]i64): bool =
  let sums = reduce_by_index (replicate 3 0) (+) 0 (map (% 3) xs) xs
  in [ i64.sum x | x <- xs, group by k = x % 3 ] == [ sums[k] | k <- 0..<3, any (\x -> x % 3 == k) xs ]
entry rows_and_columns (n: i64) (m: i64): bool =
  [ [ i * 7 + j | j <- 0..<m ] | i <- 0..<n ] == transpose [ [ i * 7 + j | i <- 0..<n ] | j <- 0..<m ]
entry regular_and_flat (n: i64) (m: i64): bool =
  [ i * 7 + j | i <- 0..<n, j <- 0..<m ] == flatten (tabulate_2d n m (\i j -> i * 7 + j))

-- Seeds 000 and 002: segments and shapes.
entry flatten_unflatten (xss: [][?]i64): bool = unflatten_by (lengths xss) (flatten xss) == xss
entry lengths_are_map (xss: [][?]i64): bool = lengths xss == map length xss && i64.sum (lengths xss) == length (flatten xss)
entry lifted_map (xss: [][?]i64): bool =
  map (map (\x -> 2 * x + 1)) xss == unflatten_by (lengths xss) (map (\x -> 2 * x + 1) (flatten xss))
entry flatten_twice (xsss: [][?][?]i64): bool = flatten (flatten xsss) == flatten (map flatten xsss)
entry filter_of_flatten (xss: [][?]i64): bool = filter (> 0) (flatten xss) == flatten (map (filter (> 0)) xss)
entry reverse_of_flatten (xss: [][?]i64): bool = reverse (flatten xss) == flatten (map reverse (reverse xss))
entry append_rows (xss: [][?]i64) (yss: [][?]i64): bool =
  flatten (xss ++ yss) == flatten xss ++ flatten yss && lengths (xss ++ yss) == lengths xss ++ lengths yss
entry sums_of_segments (xss: [][?]i64): bool =
  let sizes = lengths xss
  let ends = scan (+) 0 sizes
  let all = flatten xss
  in map i64.sum xss == map2 (\e k -> i64.sum all[e - k:e]) ends sizes
entry scan_of_segments (xss: [][?]i64): bool =
  let flags = flatten (map (\xs -> map (== 0) (indices xs)) xss)
  let op (f, a) (g, b) = (f || g, if g then b else a + b)
  in map (.1) (scan op (false, 0) (zip flags (flatten xss :> [length flags]i64))) == flatten (map (scan (+) 0) xss)
entry transpose_each (ns: []i64): bool =
  let ms = map (\n -> tabulate_2d (n % 4) (n % 3) (\i j -> i * 3 + j)) ns
  in map transpose (map transpose ms) == ms && map (\m -> length (flatten m)) ms == map (\n -> n % 4 * (n % 3)) ns
entry replicate_rows (xss: [][?]i64) (k: i64): bool =
  flatten (replicate k xss) == [ xs | _ <- 0..<k, xs <- xss ]
entry branches_select [n] (xss: [n][?]i64): bool =
  map (\xs -> if length xs > 1 then map (+ 1) xs else map (* 2) xs) xss
  == map (\xs -> map (\x -> if length xs > 1 then x + 1 else x * 2) xs) xss
entry loop_interchange [n] (xss: [n][?]i64) (k: i64): bool =
  map (\xs -> loop xs for _i < k do map (\x -> x * 2 % 11) xs) xss
  == (loop xss for _i < k do map (map (\x -> x * 2 % 11)) xss)
entry partition_filters (xss: [][?]i64): bool =
  partition (\xs -> length xs > 1) xss == (filter (\xs -> length xs > 1) xss, filter (\xs -> length xs <= 1) xss)
entry coerced_back [n] (xss: [n][?]i64): bool =
  let m = if n == 0 then 0 else length xss[0]
  in any (\xs -> length xs != m) xss || (xss :> [n][m]i64) == map (\xs -> xs :> [m]i64) xss
entry rows_sorted (xss: [][?]i64): bool =
  map (\xs -> [ x | x <- xs, order by x ]) xss
  == unflatten_by (lengths xss) [ x | (i <- indices xss | xs <- xss), x <- xs, order by (i, x) ]

-- The cases below are written by oracle.py.

-- ==
-- entry: map_map
-- input { [-1i64, -1i64, -1i64, 7i64, 4i64] }
-- output { true }
-- input { [9i64, 5i64, 0i64, -3i64, 5i64] }
-- output { true }
-- input { [6i64, -2i64] }
-- output { true }
-- input { [5i64, 1i64, 1i64, -6i64, 7i64, -6i64] }
-- output { true }
-- input { [-3i64, -1i64, -5i64, 2i64, -1i64, 5i64] }
-- output { true }
-- input { empty([0]i64) }
-- output { true }

-- ==
-- entry: fold_is_reduce_map
-- input { [-2i64, 3i64, 4i64, -6i64, 7i64] }
-- output { true }
-- input { [2i64, -4i64, -2i64] }
-- output { true }
-- input { [6i64, -4i64, 2i64, 4i64, -5i64] }
-- output { true }
-- input { [-2i64, -6i64] }
-- output { true }
-- input { [-4i64, -5i64, -1i64] }
-- output { true }
-- input { [3i64, -1i64, -6i64, 1i64, -1i64, -2i64, 3i64, 9i64] }
-- output { true }

-- ==
-- entry: banana_split
-- input { [3i64, -3i64, -5i64, 6i64] }
-- output { true }
-- input { empty([0]i64) }
-- output { true }
-- input { [3i64, 4i64, 8i64, 9i64, 1i64, -6i64, 2i64, -3i64] }
-- output { true }
-- input { [6i64, -2i64, 4i64, 2i64, 4i64, -6i64, -5i64, 7i64] }
-- output { true }
-- input { [-5i64, 6i64, 9i64, -3i64] }
-- output { true }
-- input { [3i64, -6i64, 5i64] }
-- output { true }

-- ==
-- entry: scan_last
-- input { [5i64, -3i64] }
-- output { true }
-- input { [-4i64, 4i64, -5i64, 5i64, 4i64] }
-- output { true }
-- input { [-6i64] }
-- output { true }
-- input { [7i64] }
-- output { true }
-- input { [-5i64, 5i64, 7i64] }
-- output { true }
-- input { [0i64, -5i64, 1i64, 3i64] }
-- output { true }

-- ==
-- entry: f1
-- input { [6i64] }
-- output { true }
-- input { [-2i64, 9i64, 6i64, -2i64, 6i64, 2i64, 1i64, 9i64] }
-- output { true }
-- input { [9i64, 7i64, 4i64, 0i64] }
-- output { true }
-- input { [-4i64, 8i64, 6i64, -5i64, -1i64] }
-- output { true }
-- input { [7i64, 0i64, 7i64, 6i64, 9i64, -2i64, 7i64, 7i64] }
-- output { true }
-- input { [1i64, 7i64] }
-- output { true }

-- ==
-- entry: f2
-- input { [2i64] }
-- output { true }
-- input { [-1i64] }
-- output { true }
-- input { [-4i64, 7i64] }
-- output { true }
-- input { [5i64, 0i64, -6i64, -4i64, -5i64] }
-- output { true }
-- input { [-1i64, 3i64, -5i64, 4i64, -5i64] }
-- output { true }
-- input { [1i64, -3i64, -3i64, 0i64] }
-- output { true }

-- ==
-- entry: f3
-- input { [0i64, 3i64, 8i64, 6i64, -5i64, 4i64, 7i64, 4i64] }
-- output { true }
-- input { [3i64, 8i64] }
-- output { true }
-- input { empty([0]i64) }
-- output { true }
-- input { [-5i64, 3i64, 4i64, 0i64, -3i64] }
-- output { true }
-- input { [3i64] }
-- output { true }
-- input { [0i64] }
-- output { true }

-- ==
-- entry: f4
-- input { [-4i64, 7i64, 4i64, -3i64, -2i64, -6i64] }
-- output { true }
-- input { [-2i64, 9i64, 8i64, 1i64, -4i64, -5i64, 1i64, 2i64] }
-- output { true }
-- input { [7i64, -5i64, 5i64, -2i64] }
-- output { true }
-- input { [5i64, -5i64] }
-- output { true }
-- input { [-6i64] }
-- output { true }
-- input { [9i64] }
-- output { true }

-- ==
-- entry: f5
-- input { [0i64, -5i64, -2i64] }
-- output { true }
-- input { [2i64, 1i64, -6i64] }
-- output { true }
-- input { [7i64, -5i64, -4i64, 9i64, 5i64, 5i64, -4i64] }
-- output { true }
-- input { [7i64, 1i64, 5i64, -2i64] }
-- output { true }
-- input { [-3i64, 5i64] }
-- output { true }
-- input { [7i64, -5i64, 7i64, -6i64, 8i64, 3i64, -3i64, -4i64] }
-- output { true }

-- ==
-- entry: f6
-- input { [4i64, 2i64, -3i64, -4i64, 7i64, 9i64, -6i64] }
-- output { true }
-- input { [7i64, 4i64, 4i64, 4i64, -5i64, -1i64, 0i64, -2i64] }
-- output { true }
-- input { [6i64, 7i64, 7i64, 0i64, -6i64, 9i64, 9i64] }
-- output { true }
-- input { [-1i64, 2i64] }
-- output { true }
-- input { [-3i64, -4i64, -2i64, 6i64, 6i64, 4i64, -1i64] }
-- output { true }
-- input { [4i64, -2i64, 2i64, 8i64, 6i64] }
-- output { true }

-- ==
-- entry: f7
-- input { [8i64, 9i64, 1i64, 9i64, 7i64] }
-- output { true }
-- input { [6i64, -6i64, -2i64, 0i64, -6i64] }
-- output { true }
-- input { [9i64, 4i64] }
-- output { true }
-- input { [9i64] }
-- output { true }
-- input { empty([0]i64) }
-- output { true }
-- input { [2i64] }
-- output { true }

-- ==
-- entry: expand_is_nest
-- input { [4i64, -3i64] }
-- output { true }
-- input { [-5i64, -5i64, 8i64, 0i64, 3i64, 9i64, 2i64] }
-- output { true }
-- input { [-2i64] }
-- output { true }
-- input { [-5i64, -1i64] }
-- output { true }
-- input { [-1i64, -1i64, 6i64, -2i64, 0i64, -3i64] }
-- output { true }
-- input { [-2i64, 6i64, 2i64] }
-- output { true }

-- ==
-- entry: expand_rows_flat
-- input { empty([0]i64) }
-- output { true }
-- input { [4i64] }
-- output { true }
-- input { [-3i64, -6i64] }
-- output { true }
-- input { [8i64, 8i64, 0i64, 6i64, 5i64] }
-- output { true }
-- input { [7i64] }
-- output { true }
-- input { [3i64, 1i64, 2i64, 0i64, 9i64, -3i64, 1i64, 3i64] }
-- output { true }

-- ==
-- entry: expand_reduce_rows
-- input { empty([0]i64) }
-- output { true }
-- input { [3i64, 1i64, -6i64, 3i64, -3i64, 4i64, 4i64] }
-- output { true }
-- input { [-6i64, 6i64] }
-- output { true }
-- input { [3i64, -5i64, -2i64] }
-- output { true }
-- input { [-4i64, -6i64, 6i64, 3i64, -1i64, 9i64, 4i64] }
-- output { true }
-- input { [6i64, 6i64] }
-- output { true }

-- ==
-- entry: expand_regular
-- input { [1i64, 0i64, -2i64, 7i64, 6i64, -5i64, -6i64, 1i64] }
-- output { true }
-- input { empty([0]i64) }
-- output { true }
-- input { [8i64, 8i64, 8i64, 5i64, -4i64, 0i64] }
-- output { true }
-- input { [8i64, 0i64, 9i64, 7i64, -3i64] }
-- output { true }
-- input { [9i64, -5i64, 7i64, -1i64, 0i64, -5i64] }
-- output { true }
-- input { [4i64] }
-- output { true }

-- ==
-- entry: map_after_expand
-- input { [-6i64, -6i64, 3i64, -5i64, 4i64, -5i64, 0i64, 0i64] }
-- output { true }
-- input { [9i64, 4i64, -4i64, -1i64, 4i64, 5i64, 9i64] }
-- output { true }
-- input { [-3i64, 7i64, -4i64] }
-- output { true }
-- input { [7i64, 6i64, 5i64, 0i64, -3i64, 9i64] }
-- output { true }
-- input { [2i64, 9i64, 2i64, 0i64, -2i64, 8i64, -5i64, -2i64] }
-- output { true }
-- input { [-4i64] }
-- output { true }

-- ==
-- entry: expand_after_map
-- input { [-3i64, 0i64, -3i64, 9i64] }
-- output { true }
-- input { [5i64, 0i64] }
-- output { true }
-- input { [9i64] }
-- output { true }
-- input { [2i64, -3i64, 2i64, -5i64, 6i64, 0i64, 7i64, -4i64] }
-- output { true }
-- input { [6i64, -4i64, -5i64, 8i64, -2i64, 0i64, 0i64, 6i64] }
-- output { true }
-- input { [7i64, -6i64, 6i64, 8i64, 3i64, 0i64, 9i64] }
-- output { true }

-- ==
-- entry: expand_expand
-- input { empty([0]i64) }
-- output { true }
-- input { [2i64, -4i64, 4i64, 4i64] }
-- output { true }
-- input { [3i64, -3i64, 3i64] }
-- output { true }
-- input { [-2i64, 0i64, -4i64, 2i64, -6i64, 3i64, -5i64] }
-- output { true }
-- input { [-5i64, -5i64, 3i64, 3i64, 6i64, 0i64, 7i64] }
-- output { true }
-- input { [3i64, 5i64, 0i64, 1i64, -6i64, 3i64, -4i64] }
-- output { true }

-- ==
-- entry: permute_after_expand
-- input { [8i64, 5i64, -1i64] }
-- output { true }
-- input { [-5i64, -6i64] }
-- output { true }
-- input { empty([0]i64) }
-- output { true }
-- input { [0i64] }
-- output { true }
-- input { [-4i64, 4i64, -3i64, 5i64, -1i64, -1i64, 7i64] }
-- output { true }
-- input { [-5i64, 1i64] }
-- output { true }

-- ==
-- entry: filter_is_expand
-- input { empty([0]i64) }
-- output { true }
-- input { [-4i64] }
-- output { true }
-- input { [8i64, 3i64, 4i64, -3i64, -6i64, -6i64] }
-- output { true }
-- input { [3i64, -5i64, 8i64] }
-- output { true }
-- input { [0i64, 0i64] }
-- output { true }
-- input { [-2i64, 7i64, 8i64, -1i64, -1i64, 7i64, 6i64] }
-- output { true }

-- ==
-- entry: one_binding
-- input { [2i64, -5i64, 4i64, -5i64, 8i64] }
-- output { true }
-- input { [5i64, 9i64, 3i64, 4i64, 5i64, -3i64, 0i64] }
-- output { true }
-- input { empty([0]i64) }
-- output { true }
-- input { [0i64, 2i64, 7i64, 8i64, 1i64, 1i64, 0i64] }
-- output { true }
-- input { [5i64, -4i64, -6i64, -4i64, 0i64, 1i64, 1i64] }
-- output { true }
-- input { [-6i64, 9i64, 7i64, -2i64, 8i64, 7i64, 2i64] }
-- output { true }

-- ==
-- entry: source_substituted
-- input { [8i64, 7i64, 7i64, 8i64, 4i64, 3i64] }
-- output { true }
-- input { [2i64, -2i64, 8i64] }
-- output { true }
-- input { [-2i64, -2i64, 2i64, -3i64] }
-- output { true }
-- input { [2i64, -6i64, 1i64, 5i64] }
-- output { true }
-- input { [-1i64, 0i64, 8i64, -4i64, -2i64, -1i64] }
-- output { true }
-- input { empty([0]i64) }
-- output { true }

-- ==
-- entry: filters_join
-- input { [5i64, -1i64, 7i64, 4i64, 4i64, 1i64, 9i64, -3i64] }
-- output { true }
-- input { [2i64, -2i64, -6i64, -5i64] }
-- output { true }
-- input { empty([0]i64) }
-- output { true }
-- input { [-3i64] }
-- output { true }
-- input { [5i64] }
-- output { true }
-- input { [2i64, -6i64, 8i64, -4i64, -4i64, 7i64] }
-- output { true }

-- ==
-- entry: filters_swap
-- input { [-4i64, 9i64, 4i64] }
-- output { true }
-- input { [1i64, 8i64, 0i64, 6i64, -2i64, -3i64] }
-- output { true }
-- input { [-5i64, -3i64] }
-- output { true }
-- input { [0i64, -3i64, 1i64, 0i64] }
-- output { true }
-- input { [-3i64] }
-- output { true }
-- input { [4i64, -1i64, -4i64, -6i64, 2i64, -1i64] }
-- output { true }

-- ==
-- entry: zip_of_results
-- input { [5i64, 3i64, -4i64, -4i64, -3i64, 7i64, 9i64] }
-- output { true }
-- input { [4i64, -2i64, -6i64, 6i64, 8i64, 8i64, -3i64] }
-- output { true }
-- input { [3i64, 8i64, 0i64] }
-- output { true }
-- input { [-1i64, 2i64, -5i64, -6i64, 7i64] }
-- output { true }
-- input { [8i64, 3i64, 6i64, 3i64] }
-- output { true }
-- input { [4i64, -6i64, -4i64, 0i64] }
-- output { true }

-- ==
-- entry: order_is_sort
-- input { [-1i64, 4i64, 0i64] }
-- output { true }
-- input { [8i64, 3i64, 0i64, -1i64, 0i64] }
-- output { true }
-- input { [5i64, 0i64, 3i64] }
-- output { true }
-- input { empty([0]i64) }
-- output { true }
-- input { [-3i64, 4i64, -2i64, -2i64] }
-- output { true }
-- input { [9i64] }
-- output { true }

-- ==
-- entry: order_twice
-- input { [-4i64, -3i64, 4i64, 5i64, 0i64] }
-- output { true }
-- input { [6i64] }
-- output { true }
-- input { [9i64, 6i64, -3i64, 4i64, 4i64, 3i64, 6i64] }
-- output { true }
-- input { [5i64, -1i64, 1i64, -2i64, -5i64, 3i64, -1i64] }
-- output { true }
-- input { [1i64] }
-- output { true }
-- input { [-6i64, 4i64, 3i64, -2i64, 6i64, -3i64] }
-- output { true }

-- ==
-- entry: desc_is_negative
-- input { empty([0]i64) }
-- output { true }
-- input { [6i64, 6i64, -2i64, 3i64, 7i64, 6i64, 3i64] }
-- output { true }
-- input { [6i64, 4i64, 1i64] }
-- output { true }
-- input { [6i64, 2i64, -1i64, 4i64, 3i64, -6i64] }
-- output { true }
-- input { [-3i64, 3i64, -4i64] }
-- output { true }
-- input { [-2i64, 6i64, 7i64, 9i64, 5i64, 5i64, 5i64] }
-- output { true }

-- ==
-- entry: desc_reverses
-- input { [1i64, 5i64, 9i64, 5i64, -6i64, -3i64, 8i64, 4i64] }
-- output { true }
-- input { [-4i64, -5i64, 4i64, 2i64] }
-- output { true }
-- input { [0i64, 5i64, -6i64] }
-- output { true }
-- input { [7i64, 0i64, 1i64, 8i64, -5i64, -1i64] }
-- output { true }
-- input { [4i64, 0i64, 7i64, 2i64, -2i64] }
-- output { true }
-- input { [2i64, 4i64, -3i64] }
-- output { true }

-- ==
-- entry: order_permutes
-- input { [-3i64, -1i64, 6i64, 5i64, 9i64, 7i64, 9i64] }
-- output { true }
-- input { [0i64, 4i64, 5i64] }
-- output { true }
-- input { [0i64] }
-- output { true }
-- input { [2i64, 7i64, -5i64, 4i64, 9i64, 5i64, 8i64] }
-- output { true }
-- input { [-4i64, 1i64, 3i64, -1i64, 7i64, 6i64, 3i64, 9i64] }
-- output { true }
-- input { [4i64, -4i64, -6i64, 8i64, 1i64, -1i64, 0i64] }
-- output { true }

-- ==
-- entry: group_is_group_by_key
-- input { [1i64, 1i64, -3i64, 2i64, 2i64, 7i64] }
-- output { true }
-- input { [3i64, -4i64, -5i64] }
-- output { true }
-- input { [-5i64, 7i64, 7i64, 4i64] }
-- output { true }
-- input { [8i64] }
-- output { true }
-- input { [-5i64, 1i64, -2i64, 1i64, -2i64, -1i64, 0i64, 7i64] }
-- output { true }
-- input { [4i64, 1i64, -2i64, 0i64, 6i64] }
-- output { true }

-- ==
-- entry: groups_flatten
-- input { [-6i64, 7i64, 4i64, 2i64, 8i64, -5i64] }
-- output { true }
-- input { [2i64, 8i64, 4i64, 8i64] }
-- output { true }
-- input { empty([0]i64) }
-- output { true }
-- input { [2i64, -2i64, -5i64, 6i64, 8i64, 5i64, 7i64] }
-- output { true }
-- input { [6i64, 1i64, 1i64, 8i64] }
-- output { true }
-- input { [1i64, 4i64, 0i64, -1i64, 0i64] }
-- output { true }

-- ==
-- entry: group_counts
-- input { [2i64] }
-- output { true }
-- input { [-1i64, -3i64, -3i64, 0i64, 5i64, 4i64, 1i64] }
-- output { true }
-- input { [9i64, 9i64, -2i64, 1i64, 9i64, 7i64] }
-- output { true }
-- input { [-1i64, 1i64, -5i64, -4i64] }
-- output { true }
-- input { [-6i64, 5i64, 4i64, -1i64, 6i64, -1i64, -5i64] }
-- output { true }
-- input { [7i64, 3i64, 4i64, -5i64] }
-- output { true }

-- ==
-- entry: group_sums_by_index
-- input { [3i64, -4i64, 4i64, 1i64, -1i64] }
-- output { true }
-- input { [-3i64, 1i64, 3i64, 8i64] }
-- output { true }
-- input { [9i64, -1i64, 2i64, -3i64, 7i64] }
-- output { true }
-- input { [-1i64, 7i64, 3i64, 9i64, -6i64, 4i64, -2i64, 1i64] }
-- output { true }
-- input { [1i64, -5i64, -6i64, 4i64, -5i64] }
-- output { true }
-- input { [2i64, 1i64, 5i64, -4i64, -3i64, -1i64] }
-- output { true }

-- ==
-- entry: transpose_each
-- input { [2i64] }
-- output { true }
-- input { [0i64, 2i64, 4i64] }
-- output { true }
-- input { [8i64, 10i64, 8i64, 11i64] }
-- output { true }
-- input { [3i64, 9i64, 2i64, 11i64, 0i64] }
-- output { true }
-- input { [11i64, 6i64] }
-- output { true }
-- input { [1i64, 5i64, 10i64, 0i64] }
-- output { true }

-- ==
-- entry: map_map_rows
-- input { empty([0][?]i64) }
-- output { true }
-- input { [empty([0]i64)] }
-- output { true }
-- input { [[4i64], empty([0]i64), [-9i64, -6i64], [6i64]] }
-- output { true }
-- input { [[3i64], [2i64], [0i64], [-4i64, 8i64, -9i64]] }
-- output { true }
-- input { [empty([0]i64), [2i64]] }
-- output { true }
-- input { [[2i64], [-4i64, 4i64], empty([0]i64), [-6i64, 3i64, -3i64], [-6i64, 5i64, 8i64]] }
-- output { true }

-- ==
-- entry: all_elements
-- input { empty([0][?]i64) }
-- output { true }
-- input { [[3i64]] }
-- output { true }
-- input { [empty([0]i64), empty([0]i64)] }
-- output { true }
-- input { [[7i64, -3i64, -9i64]] }
-- output { true }
-- input { [[-1i64], [5i64]] }
-- output { true }
-- input { [empty([0]i64), empty([0]i64), empty([0]i64), [-6i64, 7i64, -9i64], [-4i64], [-3i64]] }
-- output { true }

-- ==
-- entry: rows_kept
-- input { empty([0][?]i64) }
-- output { true }
-- input { [empty([0]i64)] }
-- output { true }
-- input { [[-9i64], [-1i64, 8i64, -8i64]] }
-- output { true }
-- input { [empty([0]i64), empty([0]i64), empty([0]i64)] }
-- output { true }
-- input { [[-5i64], empty([0]i64), empty([0]i64), empty([0]i64)] }
-- output { true }
-- input { [empty([0]i64), empty([0]i64), [-5i64]] }
-- output { true }

-- ==
-- entry: flatten_unflatten
-- input { empty([0][?]i64) }
-- output { true }
-- input { [[-1i64]] }
-- output { true }
-- input { [empty([0]i64), [8i64]] }
-- output { true }
-- input { [[5i64], empty([0]i64), empty([0]i64), [-3i64], [-3i64, 0i64]] }
-- output { true }
-- input { [[4i64], empty([0]i64), [2i64], [9i64, -9i64, -2i64]] }
-- output { true }
-- input { [[3i64]] }
-- output { true }

-- ==
-- entry: lengths_are_map
-- input { empty([0][?]i64) }
-- output { true }
-- input { [[2i64]] }
-- output { true }
-- input { [empty([0]i64), [5i64]] }
-- output { true }
-- input { [empty([0]i64), [-9i64]] }
-- output { true }
-- input { [empty([0]i64), empty([0]i64), [-8i64], [4i64], [3i64, -7i64]] }
-- output { true }
-- input { [[-9i64, 3i64, -9i64], [-8i64, -2i64], [-8i64], [-5i64, 0i64, 1i64], empty([0]i64), [7i64]] }
-- output { true }

-- ==
-- entry: lifted_map
-- input { empty([0][?]i64) }
-- output { true }
-- input { [[-2i64, -6i64, 6i64]] }
-- output { true }
-- input { [empty([0]i64), [-6i64, 2i64]] }
-- output { true }
-- input { [[1i64, -8i64], [1i64, -3i64], [-6i64, -6i64], [8i64]] }
-- output { true }
-- input { [empty([0]i64), [5i64, -3i64], [0i64], empty([0]i64), [3i64, -2i64]] }
-- output { true }
-- input { [[7i64], [-6i64]] }
-- output { true }

-- ==
-- entry: filter_of_flatten
-- input { empty([0][?]i64) }
-- output { true }
-- input { [[9i64], [-2i64, -5i64]] }
-- output { true }
-- input { [[-2i64], [2i64], [8i64]] }
-- output { true }
-- input { [[4i64], [-6i64, 2i64], empty([0]i64), [-6i64, 2i64]] }
-- output { true }
-- input { [empty([0]i64), [7i64, 4i64], [-8i64], [-3i64, -7i64, 2i64], [5i64, -4i64, -3i64]] }
-- output { true }
-- input { [[-1i64, 7i64, 0i64], empty([0]i64), empty([0]i64), [-3i64]] }
-- output { true }

-- ==
-- entry: reverse_of_flatten
-- input { empty([0][?]i64) }
-- output { true }
-- input { [[-8i64]] }
-- output { true }
-- input { [empty([0]i64), [-7i64]] }
-- output { true }
-- input { [[6i64], empty([0]i64)] }
-- output { true }
-- input { [[2i64, -9i64], [5i64, 0i64], empty([0]i64)] }
-- output { true }
-- input { [[-3i64, 6i64], [5i64, 9i64, 2i64], [-1i64, -3i64, 2i64, 6i64]] }
-- output { true }

-- ==
-- entry: sums_of_segments
-- input { empty([0][?]i64) }
-- output { true }
-- input { [empty([0]i64)] }
-- output { true }
-- input { [[-1i64]] }
-- output { true }
-- input { [empty([0]i64), [6i64, -4i64, -9i64]] }
-- output { true }
-- input { [[-9i64, -5i64], [-7i64, -9i64, -9i64], [6i64, -4i64]] }
-- output { true }
-- input { [[-7i64, 9i64, 9i64, 3i64, 9i64], [2i64, 0i64, -1i64], [6i64, -5i64, 6i64], empty([0]i64)] }
-- output { true }

-- ==
-- entry: scan_of_segments
-- input { empty([0][?]i64) }
-- output { true }
-- input { [empty([0]i64)] }
-- output { true }
-- input { [[1i64, 9i64]] }
-- output { true }
-- input { [empty([0]i64), empty([0]i64)] }
-- output { true }
-- input { [[-6i64], empty([0]i64), [0i64, 7i64]] }
-- output { true }
-- input { [[-1i64, 3i64], [4i64], [-2i64], [7i64, 0i64, 9i64, 9i64, -8i64, -7i64]] }
-- output { true }

-- ==
-- entry: branches_select
-- input { empty([0][?]i64) }
-- output { true }
-- input { [[9i64], [-8i64]] }
-- output { true }
-- input { [empty([0]i64), [-6i64, -8i64], [2i64]] }
-- output { true }
-- input { [[-4i64, 3i64, -7i64], empty([0]i64)] }
-- output { true }
-- input { [[-8i64, -9i64, -6i64], empty([0]i64), [-1i64, -5i64]] }
-- output { true }
-- input { [empty([0]i64), [8i64], [0i64]] }
-- output { true }

-- ==
-- entry: partition_filters
-- input { empty([0][?]i64) }
-- output { true }
-- input { [[1i64]] }
-- output { true }
-- input { [empty([0]i64)] }
-- output { true }
-- input { [[-1i64, -8i64], [-3i64, -7i64, 2i64], [4i64]] }
-- output { true }
-- input { [[4i64, -2i64]] }
-- output { true }
-- input { [[0i64, 2i64, 8i64, 7i64, 1i64], [5i64, 3i64, -8i64, -9i64]] }
-- output { true }

-- ==
-- entry: coerced_back
-- input { empty([0][?]i64) }
-- output { true }
-- input { [[-7i64]] }
-- output { true }
-- input { [[5i64, -4i64, -2i64], [-7i64, 9i64, -7i64]] }
-- output { true }
-- input { [empty([0]i64)] }
-- output { true }
-- input { [[-8i64, -6i64, 8i64], [3i64, 4i64], [-5i64, -4i64, 1i64]] }
-- output { true }
-- input { [[-3i64, -6i64]] }
-- output { true }

-- ==
-- entry: rows_sorted
-- input { empty([0][?]i64) }
-- output { true }
-- input { [empty([0]i64), empty([0]i64), [-4i64]] }
-- output { true }
-- input { [[-7i64], [-3i64, 9i64, 9i64, -9i64], [-7i64, 5i64]] }
-- output { true }
-- input { [empty([0]i64), [2i64], [-2i64, -8i64], [9i64, 3i64, -8i64]] }
-- output { true }
-- input { [[-9i64, 5i64], empty([0]i64), [3i64], empty([0]i64)] }
-- output { true }
-- input { [[8i64], [-2i64, 4i64, 0i64, -5i64, -9i64, -4i64, 5i64]] }
-- output { true }

-- ==
-- entry: flatten_twice
-- input { [empty([0][?]i64), [[2i64, -2i64], empty([0]i64)]] }
-- output { true }
-- input { [empty([0][?]i64), [empty([0]i64), [7i64, -3i64, -4i64]]] }
-- output { true }
-- input { [[[3i64, 5i64], empty([0]i64)], empty([0][?]i64), [[-6i64, 0i64, -4i64]]] }
-- output { true }
-- input { [[[-3i64], [-6i64], [9i64, -8i64, 0i64]], [[5i64, -5i64, 9i64]], [empty([0]i64), [-4i64, 8i64, 9i64]], [[0i64]]] }
-- output { true }
-- input { [[empty([0]i64), [4i64, -3i64, -2i64], [5i64]], empty([0][?]i64), [[3i64], empty([0]i64), [9i64]], [[-8i64, 8i64], empty([0]i64)]] }
-- output { true }
-- input { [empty([0][?]i64), empty([0][?]i64), [empty([0]i64), empty([0]i64)]] }
-- output { true }

-- ==
-- entry: append_rows
-- input { empty([0][?]i64) empty([0][?]i64) }
-- output { true }
-- input { empty([0][?]i64) [empty([0]i64)] }
-- output { true }
-- input { [[-1i64], [2i64], [-3i64]] empty([0][?]i64) }
-- output { true }
-- input { [empty([0]i64)] [[5i64, 9i64, 7i64], empty([0]i64)] }
-- output { true }
-- input { [empty([0]i64), [9i64], empty([0]i64), empty([0]i64)] [[-2i64]] }
-- output { true }
-- input { [[0i64], [1i64]] [empty([0]i64), [8i64], empty([0]i64), empty([0]i64)] }
-- output { true }

-- ==
-- entry: replicate_rows
-- input { empty([0][?]i64) 4i64 }
-- output { true }
-- input { [empty([0]i64)] 4i64 }
-- output { true }
-- input { [empty([0]i64), [-6i64], [0i64, 8i64]] 0i64 }
-- output { true }
-- input { [empty([0]i64)] 1i64 }
-- output { true }
-- input { [[-8i64], [9i64]] 1i64 }
-- output { true }
-- input { [empty([0]i64), empty([0]i64), empty([0]i64)] 3i64 }
-- output { true }

-- ==
-- entry: loop_interchange
-- input { empty([0][?]i64) 0i64 }
-- output { true }
-- input { empty([0][?]i64) 1i64 }
-- output { true }
-- input { [[6i64], empty([0]i64)] 2i64 }
-- output { true }
-- input { [empty([0]i64)] 4i64 }
-- output { true }
-- input { [empty([0]i64), [-9i64, 8i64, 0i64], [4i64], [-9i64, -7i64]] 4i64 }
-- output { true }
-- input { [[0i64], [5i64], [-6i64, 7i64], [9i64, -7i64], empty([0]i64)] 0i64 }
-- output { true }

-- ==
-- entry: horizontal
-- input { [-3i64] [-1i64] }
-- output { true }
-- input { [-1i64, -3i64, 4i64, 2i64, 1i64, 3i64] [1i64, -4i64, -4i64, -2i64, 1i64, 4i64] }
-- output { true }
-- input { empty([0]i64) empty([0]i64) }
-- output { true }
-- input { [3i64, 0i64, 2i64, -2i64, 4i64, -4i64] [-4i64, -1i64, 1i64, -3i64, -3i64, 1i64] }
-- output { true }
-- input { [-1i64, 1i64, -4i64] [4i64, 4i64, -1i64] }
-- output { true }
-- input { [-1i64, 4i64, -1i64, -3i64, -4i64] [2i64, 2i64, 3i64, -3i64, -3i64] }
-- output { true }

-- ==
-- entry: zip_is_zip
-- input { [3i64] [-2i64] }
-- output { true }
-- input { [3i64] [-1i64] }
-- output { true }
-- input { empty([0]i64) empty([0]i64) }
-- output { true }
-- input { [-2i64, -1i64, 3i64, 4i64, -1i64] [-1i64, 1i64, 1i64, 3i64, 2i64] }
-- output { true }
-- input { [-3i64, 4i64, 3i64, 2i64, -4i64, -3i64, 0i64, -3i64] [2i64, -3i64, -1i64, -1i64, 3i64, 2i64, 0i64, 3i64] }
-- output { true }
-- input { [-1i64, -1i64, -4i64] [4i64, 3i64, -3i64] }
-- output { true }

-- ==
-- entry: order_lexicographic
-- input { [2i64, 2i64, -4i64, 1i64, 0i64, 2i64, 1i64, 1i64] [2i64, 1i64, 1i64, -2i64, -1i64, -1i64, 2i64, 2i64] }
-- output { true }
-- input { [-4i64, -4i64, -3i64, -3i64] [2i64, -4i64, -3i64, -3i64] }
-- output { true }
-- input { empty([0]i64) empty([0]i64) }
-- output { true }
-- input { [-3i64, 0i64, -2i64, -1i64, 1i64, -4i64, 2i64, 4i64] [3i64, -3i64, 3i64, -1i64, -1i64, 0i64, 0i64, -2i64] }
-- output { true }
-- input { [2i64, 2i64, 3i64, 3i64, 1i64] [1i64, -1i64, -2i64, 2i64, -2i64] }
-- output { true }
-- input { [4i64, 0i64, 2i64, -2i64, 2i64, -2i64] [-2i64, -2i64, 0i64, -2i64, -4i64, -3i64] }
-- output { true }

-- ==
-- entry: reduce_of_append
-- input { [3i64] empty([0]i64) }
-- output { true }
-- input { [3i64, 8i64, -1i64, 4i64, -3i64] [9i64, -2i64, -1i64] }
-- output { true }
-- input { empty([0]i64) [-1i64] }
-- output { true }
-- input { [-2i64, 9i64, 8i64, 1i64, -5i64, -3i64] empty([0]i64) }
-- output { true }
-- input { [-1i64, 1i64, 4i64, 4i64, 6i64, 0i64, 3i64] [4i64, 3i64, 1i64] }
-- output { true }
-- input { empty([0]i64) [3i64, 4i64, 4i64, 8i64, 9i64, 8i64] }
-- output { true }

-- ==
-- entry: filter_moves_out
-- input { [4i64, 7i64, 2i64, -4i64, 7i64] [-1i64, 0i64, -4i64] }
-- output { true }
-- input { [-6i64, -4i64] [9i64, 3i64, 9i64, -1i64] }
-- output { true }
-- input { [9i64, 7i64, 8i64] [8i64, -6i64, -1i64, 3i64, -5i64] }
-- output { true }
-- input { [-4i64, 9i64, 3i64, 2i64, 1i64, 3i64, -4i64, 5i64] [-3i64, 3i64, -4i64, 7i64, 0i64] }
-- output { true }
-- input { [1i64, 7i64] [1i64, 3i64, 9i64, 4i64, 9i64, 4i64] }
-- output { true }
-- input { [8i64, 6i64, 6i64, -4i64, 5i64, 5i64, 0i64, -6i64] [2i64, 7i64, 6i64, 1i64] }
-- output { true }

-- ==
-- entry: reduce_map_interchange
-- input { [[4i64, -3i64, -1i64], [-7i64, -3i64, 4i64]] }
-- output { true }
-- input { [[9i64, -9i64, -5i64], [-1i64, 2i64, -9i64], [6i64, 8i64, -7i64], [9i64, 8i64, 9i64]] }
-- output { true }
-- input { [[-1i64, -5i64, -4i64], [-9i64, -6i64, -8i64]] }
-- output { true }
-- input { [[9i64, 6i64, -5i64]] }
-- output { true }
-- input { [[-3i64, 7i64, -9i64], [4i64, 0i64, -1i64]] }
-- output { true }
-- input { [[-5i64, -2i64, -5i64], [-3i64, 7i64, 2i64], [0i64, 4i64, -9i64], [3i64, -7i64, -5i64]] }
-- output { true }

-- ==
-- entry: one_element
-- input { 4i64 }
-- output { true }
-- input { 3i64 }
-- output { true }
-- input { 1i64 }
-- output { true }
-- input { 0i64 }
-- output { true }
-- input { 2i64 }
-- output { true }

-- ==
-- entry: associative
-- input { 3i64 }
-- output { true }
-- input { 1i64 }
-- output { true }
-- input { 4i64 }
-- output { true }
-- input { 0i64 }
-- output { true }
-- input { 2i64 }
-- output { true }

-- ==
-- entry: rows_and_columns
-- input { 2i64 0i64 }
-- output { true }
-- input { 3i64 2i64 }
-- output { true }
-- input { 4i64 2i64 }
-- output { true }
-- input { 2i64 4i64 }
-- output { true }
-- input { 3i64 4i64 }
-- output { true }
-- input { 2i64 1i64 }
-- output { true }

-- ==
-- entry: regular_and_flat
-- input { 0i64 2i64 }
-- output { true }
-- input { 0i64 0i64 }
-- output { true }
-- input { 0i64 1i64 }
-- output { true }
-- input { 2i64 0i64 }
-- output { true }
-- input { 4i64 3i64 }
-- output { true }
-- input { 0i64 3i64 }
-- output { true }
