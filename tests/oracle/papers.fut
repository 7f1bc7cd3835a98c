-- The programs of the papers, as their authors would write them here.

-- Seed 000: regular and irregular nests, conditionals and loops inside of them.
def dotp [n] (xs: [n]i64) (ys: [n]i64): i64 = reduce (+) 0 (map2 (*) xs ys)
entry dotp_rows [n] [m] (xss: [n][m]i64) (yss: [n][m]i64): [n]i64 = map2 dotp xss yss
entry filter_rows [n] [m] (xss: [n][m]i64): [n][?]i64 = map (filter (> 0)) xss
entry incremented [n] (xss: [n][?]i64): [n][?]i64 =
  tabulate n (\i -> let row = xss[i] in tabulate (length row) (\j -> xss[i, j] + 1))
entry incremented_if [n] (xss: [n][?]i64): [n][?]i64 =
  tabulate n (\i ->
                let c = length xss[i] > 0 && xss[i, 0] > 1
                let t = xss[i]
                let e = tabulate (length t) (\j -> t[j] + 1)
                in if c then t else e)
entry same_shape (xss: [][?]i64): bool =
  let yss = tabulate (length xss) (\i -> tabulate (length xss[i]) (\j -> xss[i, j] + 1))
  in lengths xss == lengths yss && map (map (+ 1)) xss == yss
entry doubled_until [n] (xss: [n][?]i64) (limit: i64): [n][?]i64 =
  map (\xs -> loop ys = xs while length ys > 0 && length ys < limit do ys ++ ys) xss
entry branches_differ [n] (xss: [n][?]i64): [n][?]i64 =
  map (\xs -> if length xs > 2 then xs[:2] else if null xs then [7] else xs ++ reverse xs) xss
entry projections [n] (xss: [n][?]i64): ([n][?]i64, [n]i64) =
  let ps = map (\xs -> (map (* 2) xs, length xs)) xss
  in (map (.0) ps, map (.1) ps)
entry folded_matrix [n] [m] [k] (xsss: [n][m][k]i64): [n][m]i64 = map (map (reduce (+) 0)) xsss
entry constant_rows (i: i64): i64 = let xss = [[1, 2, 3], [], [4]] in i64.sum (map (\xs -> length xs * i) xss)
entry sorted_until [n] (xss: [n][?]i64): [n][?]i64 =
  let not_sorted xs = or (map (\i -> xs[i] > xs[i + 1]) (iota (i64.max 0 (length xs - 1))))
  let step k xs =
    map (\i ->
           let low = (i + k) % 2 == 0
           let other = if low then i + 1 else i - 1
           in if other < 0 || other >= length xs then xs[i]
              else if low then i64.min xs[i] xs[other] else i64.max xs[i] xs[other])
        (indices xs)
  in map (\xs -> (loop (k, ys) = (0, copy xs) while not_sorted ys do (k + 1, step k ys)).1) xss

-- Seed 001: comprehensions, the set of points that make up a set of lines.
type point = (i32, i32)
type line = (point, point)
def points_in_line ((x1, y1), (x2, y2)): i64 = i64.i32 i32.(1 + max (abs (x2 - x1)) (abs (y2 - y1)))
def compare (v1: i32) (v2: i32): i32 = if v2 > v1 then 1 else if v1 > v2 then -1 else 0
def slope (x1, y1) (x2, y2): f32 =
  if x2 == x1 then if y2 > y1 then 1 else -1 else f32.i32 (y2 - y1) / f32.abs (f32.i32 (x2 - x1))
def get_point_in_line ((p1, p2): line) (i: i32): point =
  if i32.abs (p1.0 - p2.0) > i32.abs (p1.1 - p2.1)
  then let dir = compare p1.0 p2.0
       let sl = slope p1 p2
       in (p1.0 + dir * i, p1.1 + i32.f32 (f32.round (sl * f32.i32 i)))
  else let dir = compare p1.1 p2.1
       let sl = slope (p1.1, p1.0) (p2.1, p2.0)
       in (p1.0 + i32.f32 (f32.round (sl * f32.i32 i)), p1.1 + i * dir)
entry lines_points [n] (x1: [n]i32) (y1: [n]i32) (x2: [n]i32) (y2: [n]i32): ([]i32, []i32) =
  let lines: []line = [ ((a, b), (c, d)) | a <- x1 | b <- y1 | c <- x2 | d <- y2 ]
  in unzip [ get_point_in_line l (i32.i64 i) | l <- lines, i <- 0..<points_in_line l ]
entry expand_times (xs: []i64): []i64 = expand (\x -> i64.abs x) (*) xs
entry expand_as_comprehension (xs: []i64): bool =
  expand (\x -> i64.abs x) (*) xs == [ x * i | x <- xs, i <- 0..<i64.abs x ]
entry triples_under (n: i64): [](i64, i64, i64) =
  [ (x, y, z) | x <- 1..<n, y <- x..<n, z <- y..<(x + y), z < n, x * x + y * y == z * z ]
entry sparse_product [n] (sizes: [n]i64) (cols: []i64) (vals: []i64) (v: []i64): [n]i64 =
  let starts = map2 (-) (scan (+) 0 sizes) sizes
  in [ i64.sum [ vals[j] * v[cols[j]] | j <- s..<(s + k) ] | s <- starts | k <- sizes ]
entry triangle_lines (n: i64): [](i64, i64) = [ (x, y) | y <- 0..<n, x <- n - y..<n + y + 1 ]

-- Seed 003: expand followed by permute; sieve, breadth-first search, rendering.
entry expand_thirds: []i64 = expand (\_ -> 3) (\a i -> a * i) [1, 2, 3, 4]
entry prefix_sums_of_segments (xs: []i64) (sizes: []i64): [][?]i64 =
  map (\row -> let s = scan (+) 0 row in tabulate (length row + 1) (\i -> if i == 0 then 0 else s[i - 1]))
      (unflatten_by sizes xs)
entry sieve (n: i64): []i64 =
  let flags =
    loop (c, flags) = (2, replicate (n + 1) true) while c <= n do
      let c2 = i64.min (n + 1) (c * c)
      let ps = [ p | p <- c..<c2, flags[p] ]
      let marks = expand (\p -> i64.max 0 (n / p - 1)) (\p i -> p * (i + 2)) ps
      in (c2, permute (&&) flags marks (map (const false) marks))
  in [ i | i <- 2...n, flags.1[i] ]
entry parents [n] (adj: [n][?]i64) (root: i64): [n]i64 =
  let start = tabulate n (\i -> if i == root then root else -1)
  in (loop (parents, frontier) = (start, [root]) while length frontier > 0 do
        let edges = expand (\u -> length adj[u]) (\u i -> (u, adj[u, i])) frontier
        let new = filter (\(_, v) -> parents[v] < 0) edges
        let none = i64.highest
        let found = permute i64.min (replicate n none) (map (.1) new) (map (.0) new)
        in (map2 (\p f -> if p < 0 && f < none then f else p) parents found,
            [ v | (v, f) <- zip (iota n) found, f < none ])).0
entry combined (ds: []i64) (is: []i64) (vs: []i64): ([]i64, []i64, []i64) =
  let k = i64.min (length is) (length vs)
  let at = take k is
  let new = take k vs
  in (permute (+) (copy ds) at new, permute i64.max (copy ds) at new, permute (\a b -> a * b % 1009) (copy ds) at new)

-- Seed 004: the running examples of sections 2 and 4.
entry row_and_sum [n] [m] (matrix: [n][m]f64): ([n][m]f64, [n]f64) =
  unzip (map (\row -> let row' = map (+ 1.0) row
                      let s = reduce (+) 0 row
                      in (row', s))
             matrix)
entry counts_loop [n] (k: i64) (membership: [n]i64): [k]i64 =
  loop counts = replicate k 0 for i < n do
    let cluster = membership[i]
    in counts with [cluster] = counts[cluster] + 1
entry counts_parallel [n] (k: i64) (membership: [n]i64): [k]i64 =
  let increments = map (\cluster -> let incr = replicate k 0 in incr with [cluster] = 1) membership
  in reduce (map2 (+)) (replicate k 0) increments
entry counts_stream [n] (k: i64) (membership: [n]i64): [k]i64 =
  (stream_red (map2 (+))
              (\acc chunk ->
                 let acc = loop acc for i < length chunk do
                             let cluster = chunk[i]
                             in acc with [cluster] = acc[cluster] + 1
                 in (acc, map (const ()) chunk))
              (replicate k 0)
              membership).0
def sobol_independent (i: i64): i64 = let g = i ^ (i >> 1) in (g * 37) & 255
entry strength_reduced (n: i64): [n]i64 =
  stream_map (\chunk ->
                let m = length chunk
                let first = if m == 0 then 0 else chunk[0]
                in (loop out = replicate m 0 for j < m do out with [j] = sobol_independent (first + j)))
             (iota n)
entry option_pricing (n: i64): (i64, i64) =
  let f (i: i64) = i * i % 17
  let ys = stream_map (\is ->
                         if length is == 0 then []
                         else let a = f is[0]
                              let t = map (\i -> f i - a) is
                              in map (+ a) t)
                      (iota n)
  in (reduce (+) 0 ys, reduce i64.max 0 ys)

-- The cases below are written by oracle.py.

-- ==
-- entry: dotp_rows
-- input { [[2i64, -2i64, -5i64, 3i64], [-5i64, 2i64, 0i64, 7i64], [8i64, -9i64, -7i64, -5i64], [-4i64, -4i64, -8i64, 6i64]] [[4i64, 2i64, 0i64, -1i64], [2i64, -4i64, 7i64, -2i64], [-9i64, 2i64, -7i64, -6i64], [2i64, 1i64, -1i64, 6i64]] }
-- output { [1i64, -32i64, -11i64, 32i64] }
-- input { [[-6i64, 5i64, 9i64], [-9i64, -8i64, 6i64], [8i64, -8i64, 3i64], [8i64, 5i64, 4i64]] [[7i64, -3i64, -6i64], [-7i64, 0i64, 0i64], [5i64, 2i64, 1i64], [-3i64, 6i64, -3i64]] }
-- output { [-111i64, 63i64, 27i64, -6i64] }
-- input { [[-4i64, 9i64, 4i64], [-1i64, 0i64, 1i64]] [[-5i64, 5i64, 4i64], [-2i64, 4i64, 6i64]] }
-- output { [81i64, 8i64] }
-- input { [[0i64]] [[9i64]] }
-- output { [0i64] }
-- input { [[-4i64], [8i64], [-6i64]] [[-2i64], [5i64], [-5i64]] }
-- output { [8i64, 40i64, 30i64] }
-- input { [[-9i64, -6i64], [-7i64, -7i64], [5i64, -7i64]] [[0i64, -2i64], [0i64, 3i64], [4i64, 5i64]] }
-- output { [12i64, -21i64, -15i64] }
-- input { [[-4i64, 8i64, -4i64, -6i64], [8i64, -2i64, 6i64, 2i64], [-9i64, -4i64, 7i64, -3i64], [6i64, -3i64, -6i64, 6i64]] [[9i64, 2i64, -3i64, 7i64], [7i64, -2i64, -2i64, 8i64], [-2i64, -9i64, -5i64, -3i64], [-6i64, 3i64, 8i64, -4i64]] }
-- output { [-50i64, 64i64, 28i64, -117i64] }
-- input { [[5i64, 5i64], [-3i64, 3i64], [2i64, -5i64], [-3i64, -3i64]] [[5i64, 0i64], [-3i64, -6i64], [-2i64, 7i64], [6i64, 0i64]] }
-- output { [25i64, -9i64, -39i64, -18i64] }

-- ==
-- entry: filter_rows
-- input { [[1i64, 5i64, -9i64], [5i64, 8i64, -6i64]] }
-- output { [[1i64, 5i64], [5i64, 8i64]] }
-- input { [[2i64], [-7i64], [1i64], [1i64]] }
-- output { [[2i64], empty([0]i64), [1i64], [1i64]] }
-- input { [[2i64, -1i64], [-4i64, 2i64]] }
-- output { [[2i64], [2i64]] }
-- input { [[-9i64], [6i64], [5i64], [-9i64]] }
-- output { [empty([0]i64), [6i64], [5i64], empty([0]i64)] }
-- input { [[-2i64], [1i64]] }
-- output { [empty([0]i64), [1i64]] }
-- input { [[1i64, -2i64, 7i64], [-1i64, 3i64, -9i64], [2i64, -7i64, -1i64]] }
-- output { [[1i64, 7i64], [3i64], [2i64]] }
-- input { [[9i64, -8i64]] }
-- output { [[9i64]] }
-- input { [[5i64, -1i64, 4i64], [-8i64, -9i64, 3i64]] }
-- output { [[5i64, 4i64], [3i64]] }

-- ==
-- entry: incremented
-- input { empty([0][?]i64) }
-- output { empty([0][?]i64) }
-- input { [[8i64]] }
-- output { [[9i64]] }
-- input { [[0i64, -7i64, 0i64]] }
-- output { [[1i64, -6i64, 1i64]] }
-- input { [[2i64, -1i64], [-3i64, -9i64, -2i64], [-7i64, 5i64, -4i64]] }
-- output { [[3i64, 0i64], [-2i64, -8i64, -1i64], [-6i64, 6i64, -3i64]] }
-- input { [[-5i64], [3i64, -9i64, 5i64], empty([0]i64), empty([0]i64)] }
-- output { [[-4i64], [4i64, -8i64, 6i64], empty([0]i64), empty([0]i64)] }
-- input { [empty([0]i64), [2i64, 3i64, 8i64, -9i64, 0i64], [-6i64, 0i64, 5i64], [8i64, 6i64, 5i64], [-5i64, 0i64, -8i64], [-4i64]] }
-- output { [empty([0]i64), [3i64, 4i64, 9i64, -8i64, 1i64], [-5i64, 1i64, 6i64], [9i64, 7i64, 6i64], [-4i64, 1i64, -7i64], [-3i64]] }
-- input { [[-3i64, -1i64, 9i64], empty([0]i64), [-4i64]] }
-- output { [[-2i64, 0i64, 10i64], empty([0]i64), [-3i64]] }
-- input { [[3i64, 8i64, -3i64, -7i64, -5i64, -4i64, 2i64], [-3i64], empty([0]i64), empty([0]i64), [-3i64, -4i64], [8i64]] }
-- output { [[4i64, 9i64, -2i64, -6i64, -4i64, -3i64, 3i64], [-2i64], empty([0]i64), empty([0]i64), [-2i64, -3i64], [9i64]] }

-- ==
-- entry: incremented_if
-- input { empty([0][?]i64) }
-- output { empty([0][?]i64) }
-- input { [[-4i64]] }
-- output { [[-3i64]] }
-- input { [[-7i64]] }
-- output { [[-6i64]] }
-- input { [[-9i64]] }
-- output { [[-8i64]] }
-- input { [[-6i64], [-4i64, 9i64], [1i64, -2i64], [2i64]] }
-- output { [[-5i64], [-3i64, 10i64], [2i64, -1i64], [2i64]] }
-- input { [empty([0]i64)] }
-- output { [empty([0]i64)] }
-- input { [[9i64, -6i64], [-6i64, 9i64], [-6i64, -1i64], [1i64], empty([0]i64), empty([0]i64)] }
-- output { [[9i64, -6i64], [-5i64, 10i64], [-5i64, 0i64], [2i64], empty([0]i64), empty([0]i64)] }
-- input { [[-8i64, -7i64], empty([0]i64), [-2i64], [-3i64, -1i64]] }
-- output { [[-7i64, -6i64], empty([0]i64), [-1i64], [-2i64, 0i64]] }

-- ==
-- entry: same_shape
-- input { empty([0][?]i64) }
-- output { true }
-- input { [[-5i64]] }
-- output { true }
-- input { [[1i64, 9i64], empty([0]i64), [7i64, 2i64]] }
-- output { true }
-- input { [[-3i64, -4i64], empty([0]i64), [-9i64], empty([0]i64)] }
-- output { true }
-- input { [empty([0]i64), empty([0]i64), [0i64, 3i64, 8i64], [6i64, -4i64, -9i64]] }
-- output { true }
-- input { [[6i64, -1i64]] }
-- output { true }
-- input { [[5i64], [9i64, 1i64], [8i64], [-2i64], empty([0]i64)] }
-- output { true }
-- input { [empty([0]i64), empty([0]i64), [-4i64], [2i64], [-3i64], [5i64, 3i64], empty([0]i64)] }
-- output { true }

-- ==
-- entry: doubled_until
-- input { empty([0][?]i64) 6i64 }
-- output { empty([0][?]i64) }
-- input { [empty([0]i64)] 8i64 }
-- output { [empty([0]i64)] }
-- input { empty([0][?]i64) 4i64 }
-- output { empty([0][?]i64) }
-- input { empty([0][?]i64) 0i64 }
-- output { empty([0][?]i64) }
-- input { [[3i64, 3i64], [8i64, -4i64, -6i64], [-1i64]] 0i64 }
-- output { [[3i64, 3i64], [8i64, -4i64, -6i64], [-1i64]] }
-- input { [empty([0]i64), empty([0]i64), empty([0]i64), [-6i64, 0i64, -6i64]] 3i64 }
-- output { [empty([0]i64), empty([0]i64), empty([0]i64), [-6i64, 0i64, -6i64]] }
-- input { [empty([0]i64)] 5i64 }
-- output { [empty([0]i64)] }
-- input { empty([0][?]i64) 5i64 }
-- output { empty([0][?]i64) }

-- ==
-- entry: branches_differ
-- input { empty([0][?]i64) }
-- output { empty([0][?]i64) }
-- input { [[-2i64]] }
-- output { [[-2i64, -2i64]] }
-- input { [[-1i64, 5i64], [4i64, -6i64, 6i64]] }
-- output { [[-1i64, 5i64, 5i64, -1i64], [4i64, -6i64]] }
-- input { [empty([0]i64)] }
-- output { [[7i64]] }
-- input { [[-2i64], [-8i64, 4i64], [9i64], [-1i64]] }
-- output { [[-2i64, -2i64], [-8i64, 4i64, 4i64, -8i64], [9i64, 9i64], [-1i64, -1i64]] }
-- input { [empty([0]i64), [4i64, -7i64, 1i64], [-7i64, 2i64, -7i64]] }
-- output { [[7i64], [4i64, -7i64], [-7i64, 2i64]] }
-- input { [[-8i64]] }
-- output { [[-8i64, -8i64]] }
-- input { [empty([0]i64), empty([0]i64), [9i64, 0i64], [2i64], empty([0]i64), [-4i64], [-1i64, -8i64, 7i64, -4i64]] }
-- output { [[7i64], [7i64], [9i64, 0i64, 0i64, 9i64], [2i64, 2i64], [7i64], [-4i64, -4i64], [-1i64, -8i64]] }

-- ==
-- entry: projections
-- input { empty([0][?]i64) }
-- output { empty([0][?]i64) empty([0]i64) }
-- input { [[6i64, 6i64, -7i64], [-1i64, 7i64, 8i64], [-5i64, -8i64, -6i64, -8i64]] }
-- output { [[12i64, 12i64, -14i64], [-2i64, 14i64, 16i64], [-10i64, -16i64, -12i64, -16i64]] [3i64, 3i64, 4i64] }
-- input { [empty([0]i64), [-4i64, 4i64, 0i64], empty([0]i64), [-3i64, 2i64, 9i64]] }
-- output { [empty([0]i64), [-8i64, 8i64, 0i64], empty([0]i64), [-6i64, 4i64, 18i64]] [0i64, 3i64, 0i64, 3i64] }
-- input { [empty([0]i64), empty([0]i64), [9i64, 7i64], empty([0]i64)] }
-- output { [empty([0]i64), empty([0]i64), [18i64, 14i64], empty([0]i64)] [0i64, 0i64, 2i64, 0i64] }
-- input { [[-9i64], empty([0]i64), [-7i64], [8i64], [-1i64, -8i64], [-6i64, -1i64], [2i64, 8i64]] }
-- output { [[-18i64], empty([0]i64), [-14i64], [16i64], [-2i64, -16i64], [-12i64, -2i64], [4i64, 16i64]] [1i64, 0i64, 1i64, 1i64, 2i64, 2i64, 2i64] }
-- input { [empty([0]i64), [0i64], [2i64]] }
-- output { [empty([0]i64), [0i64], [4i64]] [0i64, 1i64, 1i64] }
-- input { [[2i64, 5i64, 2i64]] }
-- output { [[4i64, 10i64, 4i64]] [3i64] }
-- input { [[9i64]] }
-- output { [[18i64]] [1i64] }

-- ==
-- entry: folded_matrix
-- input { [[[9i64, -7i64, -9i64], [-5i64, 5i64, -1i64]], [[-7i64, 9i64, -9i64], [-4i64, 5i64, 1i64]]] }
-- output { [[-7i64, -1i64], [-7i64, 2i64]] }
-- input { [[[-4i64, 6i64, 0i64], [7i64, -6i64, 2i64]], [[5i64, -8i64, 3i64], [-2i64, -4i64, 0i64]], [[-2i64, 5i64, 5i64], [8i64, 4i64, -7i64]]] }
-- output { [[2i64, 3i64], [0i64, -6i64], [8i64, 5i64]] }
-- input { [[[5i64, 9i64, 1i64], [0i64, -2i64, 8i64]], [[-2i64, -4i64, 0i64], [-3i64, 4i64, 4i64]]] }
-- output { [[15i64, 6i64], [-6i64, 5i64]] }
-- input { [[[9i64, 1i64, -6i64], [-3i64, -7i64, -3i64]], [[5i64, 6i64, -3i64], [4i64, 7i64, 2i64]], [[1i64, 7i64, -1i64], [-7i64, -4i64, 3i64]]] }
-- output { [[4i64, -13i64], [8i64, 13i64], [7i64, -8i64]] }
-- input { [[[-1i64, -4i64, 3i64], [6i64, -9i64, -4i64]], [[0i64, 9i64, -9i64], [-1i64, 2i64, 4i64]]] }
-- output { [[-2i64, -7i64], [0i64, 5i64]] }
-- input { [[[-4i64, -1i64, -4i64], [-5i64, -3i64, -1i64]], [[-8i64, -5i64, 7i64], [-3i64, 1i64, 6i64]]] }
-- output { [[-9i64, -9i64], [-6i64, 4i64]] }
-- input { [[[-8i64, 6i64, 4i64], [-7i64, -1i64, 9i64]], [[0i64, -9i64, -5i64], [-9i64, -1i64, 1i64]]] }
-- output { [[2i64, 1i64], [-14i64, -9i64]] }
-- input { [[[6i64, -1i64, 9i64], [-7i64, 3i64, -9i64]], [[9i64, 1i64, -9i64], [5i64, -4i64, 4i64]]] }
-- output { [[14i64, -13i64], [1i64, 5i64]] }

-- ==
-- entry: constant_rows
-- input { 8i64 }
-- output { 32i64 }
-- input { -4i64 }
-- output { -16i64 }
-- input { -7i64 }
-- output { -28i64 }
-- input { 5i64 }
-- output { 20i64 }
-- input { -8i64 }
-- output { -32i64 }
-- input { -3i64 }
-- output { -12i64 }
-- input { 0i64 }
-- output { 0i64 }
-- input { -2i64 }
-- output { -8i64 }

-- ==
-- entry: sorted_until
-- input { empty([0][?]i64) }
-- output { empty([0][?]i64) }
-- input { [empty([0]i64)] }
-- output { [empty([0]i64)] }
-- input { [[-1i64]] }
-- output { [[-1i64]] }
-- input { [[8i64, -4i64, -3i64]] }
-- output { [[-4i64, -3i64, 8i64]] }
-- input { [[2i64, -5i64, 1i64]] }
-- output { [[-5i64, 1i64, 2i64]] }
-- input { [[-1i64, -2i64], [8i64, 5i64, -6i64], empty([0]i64), empty([0]i64)] }
-- output { [[-2i64, -1i64], [-6i64, 5i64, 8i64], empty([0]i64), empty([0]i64)] }
-- input { [[-7i64, -5i64], [8i64], [-4i64]] }
-- output { [[-7i64, -5i64], [8i64], [-4i64]] }
-- input { [[8i64, -3i64, 6i64, 9i64, 5i64], [7i64, -8i64, 4i64, 9i64, -4i64, 3i64], [5i64], [-6i64, -5i64, 7i64], [-4i64, -3i64], [9i64, -2i64, 0i64], empty([0]i64)] }
-- output { [[-3i64, 5i64, 6i64, 8i64, 9i64], [-8i64, -4i64, 3i64, 4i64, 7i64, 9i64], [5i64], [-6i64, -5i64, 7i64], [-4i64, -3i64], [-2i64, 0i64, 9i64], empty([0]i64)] }

-- ==
-- entry: lines_points
-- input { [3i32, 0i32, 5i32, 0i32, 2i32] [-3i32, 5i32, 2i32, -2i32, 2i32] [0i32, 4i32, 4i32, -3i32, 1i32] [2i32, -1i32, -3i32, -2i32, 0i32] }
-- output { [3i32, 2i32, 2i32, 1i32, 1i32, 0i32, 0i32, 1i32, 1i32, 2i32, 3i32, 3i32, 4i32, 5i32, 5i32, 5i32, 4i32, 4i32, 4i32, 0i32, -1i32, -2i32, -3i32, 2i32, 2i32, 1i32] [-3i32, -2i32, -1i32, 0i32, 1i32, 2i32, 5i32, 4i32, 3i32, 2i32, 1i32, 0i32, -1i32, 2i32, 1i32, 0i32, -1i32, -2i32, -3i32, -2i32, -2i32, -2i32, -2i32, 2i32, 1i32, 0i32] }
-- input { [-1i32, 6i32] [-1i32, 4i32] [0i32, 2i32] [-1i32, 1i32] }
-- output { [-1i32, 0i32, 6i32, 5i32, 4i32, 3i32, 2i32] [-1i32, -1i32, 4i32, 3i32, 2i32, 2i32, 1i32] }
-- input { [-2i32, -2i32, 2i32] [-3i32, -3i32, 3i32] [-1i32, 0i32, 0i32] [1i32, -1i32, -2i32] }
-- output { [-2i32, -2i32, -2i32, -1i32, -1i32, -2i32, -1i32, 0i32, 2i32, 2i32, 1i32, 1i32, 0i32, 0i32] [-3i32, -2i32, -1i32, 0i32, 1i32, -3i32, -2i32, -1i32, 3i32, 2i32, 1i32, 0i32, -1i32, -2i32] }
-- input { [-3i32, 5i32, -1i32, 0i32] [0i32, 4i32, 6i32, 4i32] [-1i32, 3i32, 1i32, 2i32] [5i32, 4i32, 6i32, 0i32] }
-- output { [-3i32, -3i32, -2i32, -2i32, -1i32, -1i32, 5i32, 4i32, 3i32, -1i32, 0i32, 1i32, 0i32, 0i32, 1i32, 2i32, 2i32] [0i32, 1i32, 2i32, 3i32, 4i32, 5i32, 4i32, 4i32, 4i32, 6i32, 6i32, 6i32, 4i32, 3i32, 2i32, 1i32, 0i32] }
-- input { [-2i32] [3i32] [-1i32] [2i32] }
-- output { [-2i32, -1i32] [3i32, 2i32] }
-- input { [-3i32, -2i32] [6i32, 6i32] [5i32, 1i32] [-2i32, 3i32] }
-- output { [-3i32, -2i32, -1i32, 0i32, 1i32, 2i32, 3i32, 4i32, 5i32, -2i32, -1i32, 0i32, 1i32] [6i32, 5i32, 4i32, 3i32, 2i32, 1i32, 0i32, -1i32, -2i32, 6i32, 5i32, 4i32, 3i32] }
-- input { [-1i32] [-3i32] [6i32] [5i32] }
-- output { [-1i32, 0i32, 1i32, 2i32, 3i32, 3i32, 4i32, 5i32, 6i32] [-3i32, -2i32, -1i32, 0i32, 1i32, 2i32, 3i32, 4i32, 5i32] }
-- input { [3i32, 1i32, 0i32, 6i32] [5i32, -2i32, -3i32, 3i32] [-3i32, 0i32, -3i32, 0i32] [2i32, 1i32, 5i32, 6i32] }
-- output { [3i32, 2i32, 1i32, 0i32, -1i32, -2i32, -3i32, 1i32, 1i32, 0i32, 0i32, 0i32, 0i32, -1i32, -1i32, -2i32, -2i32, -2i32, -3i32, -3i32, 6i32, 5i32, 4i32, 3i32, 2i32, 1i32, 0i32] [5i32, 5i32, 4i32, 3i32, 3i32, 3i32, 2i32, -2i32, -1i32, 0i32, 1i32, -3i32, -2i32, -1i32, 0i32, 1i32, 2i32, 3i32, 4i32, 5i32, 3i32, 3i32, 4i32, 5i32, 5i32, 5i32, 6i32] }

-- ==
-- entry: expand_times
-- input { [4i64] }
-- output { [0i64, 4i64, 8i64, 12i64] }
-- input { [-1i64, 3i64] }
-- output { [0i64, 0i64, 3i64, 6i64] }
-- input { empty([0]i64) }
-- output { empty([0]i64) }
-- input { [2i64, 4i64, 2i64, -2i64] }
-- output { [0i64, 2i64, 0i64, 4i64, 8i64, 12i64, 0i64, 2i64, 0i64, -2i64] }
-- input { [4i64, 3i64] }
-- output { [0i64, 4i64, 8i64, 12i64, 0i64, 3i64, 6i64] }
-- input { [4i64, -1i64, 3i64] }
-- output { [0i64, 4i64, 8i64, 12i64, 0i64, 0i64, 3i64, 6i64] }
-- input { [3i64, 0i64, 1i64, -1i64] }
-- output { [0i64, 3i64, 6i64, 0i64, 0i64] }
-- input { [-1i64, -2i64, -2i64, -3i64, -1i64] }
-- output { [0i64, 0i64, -2i64, 0i64, -2i64, 0i64, -3i64, -6i64, 0i64] }

-- ==
-- entry: expand_as_comprehension
-- input { [1i64, -1i64, 3i64, -2i64] }
-- output { true }
-- input { [0i64] }
-- output { true }
-- input { [-1i64, 3i64, 4i64, 0i64, -3i64] }
-- output { true }
-- input { [-1i64, 3i64] }
-- output { true }
-- input { empty([0]i64) }
-- output { true }
-- input { [-3i64, 0i64, 0i64] }
-- output { true }
-- input { [4i64, 0i64, 3i64, 3i64, 1i64] }
-- output { true }
-- input { [1i64, 3i64, 1i64, -1i64, -3i64] }
-- output { true }

-- ==
-- entry: triples_under
-- input { 14i64 }
-- output { [3i64, 5i64, 6i64] [4i64, 12i64, 8i64] [5i64, 13i64, 10i64] }
-- input { 21i64 }
-- output { [3i64, 5i64, 6i64, 8i64, 9i64, 12i64] [4i64, 12i64, 8i64, 15i64, 12i64, 16i64] [5i64, 13i64, 10i64, 17i64, 15i64, 20i64] }
-- input { 25i64 }
-- output { [3i64, 5i64, 6i64, 8i64, 9i64, 12i64] [4i64, 12i64, 8i64, 15i64, 12i64, 16i64] [5i64, 13i64, 10i64, 17i64, 15i64, 20i64] }
-- input { 19i64 }
-- output { [3i64, 5i64, 6i64, 8i64, 9i64] [4i64, 12i64, 8i64, 15i64, 12i64] [5i64, 13i64, 10i64, 17i64, 15i64] }
-- input { 17i64 }
-- output { [3i64, 5i64, 6i64, 9i64] [4i64, 12i64, 8i64, 12i64] [5i64, 13i64, 10i64, 15i64] }
-- input { 16i64 }
-- output { [3i64, 5i64, 6i64, 9i64] [4i64, 12i64, 8i64, 12i64] [5i64, 13i64, 10i64, 15i64] }
-- input { 9i64 }
-- output { [3i64] [4i64] [5i64] }
-- input { 15i64 }
-- output { [3i64, 5i64, 6i64] [4i64, 12i64, 8i64] [5i64, 13i64, 10i64] }

-- ==
-- entry: sparse_product
-- input { empty([0]i64) empty([0]i64) empty([0]i64) [-9i64] }
-- output { empty([0]i64) }
-- input { empty([0]i64) empty([0]i64) empty([0]i64) [8i64, -5i64] }
-- output { empty([0]i64) }
-- input { [1i64] [0i64] [6i64] [9i64] }
-- output { [54i64] }
-- input { [0i64] empty([0]i64) empty([0]i64) [7i64] }
-- output { [0i64] }
-- input { [2i64] [2i64, 2i64] [-3i64, -4i64] [-8i64, 6i64, 3i64, 8i64] }
-- output { [-21i64] }
-- input { [4i64, 1i64] [3i64, 3i64, 3i64, 2i64, 1i64] [-1i64, 4i64, 4i64, -3i64, 2i64] [8i64, -6i64, -2i64, 9i64, 6i64] }
-- output { [69i64, -12i64] }
-- input { [3i64, 0i64] [3i64, 1i64, 1i64] [-8i64, 5i64, 8i64] [5i64, -8i64, 3i64, 9i64] }
-- output { [-176i64, 0i64] }
-- input { [3i64] [0i64, 0i64, 0i64] [-1i64, -9i64, -9i64] [-7i64] }
-- output { [133i64] }

-- ==
-- entry: triangle_lines
-- input { 1i64 }
-- output { [1i64] [0i64] }
-- input { 2i64 }
-- output { [2i64, 1i64, 2i64, 3i64] [0i64, 1i64, 1i64, 1i64] }
-- input { 3i64 }
-- output { [3i64, 2i64, 3i64, 4i64, 1i64, 2i64, 3i64, 4i64, 5i64] [0i64, 1i64, 1i64, 1i64, 2i64, 2i64, 2i64, 2i64, 2i64] }
-- input { 0i64 }
-- output { empty([0]i64) empty([0]i64) }
-- input { 5i64 }
-- output { [5i64, 4i64, 5i64, 6i64, 3i64, 4i64, 5i64, 6i64, 7i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64, 9i64] [0i64, 1i64, 1i64, 1i64, 2i64, 2i64, 2i64, 2i64, 2i64, 3i64, 3i64, 3i64, 3i64, 3i64, 3i64, 3i64, 4i64, 4i64, 4i64, 4i64, 4i64, 4i64, 4i64, 4i64, 4i64] }
-- input { 4i64 }
-- output { [4i64, 3i64, 4i64, 5i64, 2i64, 3i64, 4i64, 5i64, 6i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64] [0i64, 1i64, 1i64, 1i64, 2i64, 2i64, 2i64, 2i64, 2i64, 3i64, 3i64, 3i64, 3i64, 3i64, 3i64, 3i64] }

-- ==
-- entry: expand_thirds
-- input {  }
-- output { [0i64, 1i64, 2i64, 0i64, 2i64, 4i64, 0i64, 3i64, 6i64, 0i64, 4i64, 8i64] }

-- ==
-- entry: prefix_sums_of_segments
-- input { empty([0]i64) empty([0]i64) }
-- output { empty([0][?]i64) }
-- input { [5i64, -7i64] [2i64] }
-- output { [[0i64, 5i64, -2i64]] }
-- input { [-1i64, 1i64, 6i64, 8i64, 8i64] [2i64, 2i64, 1i64] }
-- output { [[0i64, -1i64, 0i64], [0i64, 6i64, 14i64], [0i64, 8i64]] }
-- input { [-8i64, 8i64, 8i64, 3i64, -2i64] [2i64, 0i64, 1i64, 2i64] }
-- output { [[0i64, -8i64, 0i64], [0i64], [0i64, 8i64], [0i64, 3i64, 1i64]] }
-- input { [2i64, -9i64, -4i64, -4i64, -6i64, 9i64, -9i64, -5i64] [0i64, 5i64, 2i64, 0i64, 1i64] }
-- output { [[0i64], [0i64, 2i64, -7i64, -11i64, -15i64, -21i64], [0i64, 9i64, 0i64], [0i64], [0i64, -5i64]] }
-- input { [2i64, 6i64, 8i64, 2i64, 9i64, -4i64] [2i64, 0i64, 1i64, 0i64, 3i64, 0i64] }
-- output { [[0i64, 2i64, 8i64], [0i64], [0i64, 8i64], [0i64], [0i64, 2i64, 11i64, 7i64], [0i64]] }
-- input { [1i64, -8i64, -5i64, 6i64, -2i64, 3i64] [1i64, 2i64, 1i64, 2i64, 0i64, 0i64, 0i64] }
-- output { [[0i64, 1i64], [0i64, -8i64, -13i64], [0i64, 6i64], [0i64, -2i64, 1i64], [0i64], [0i64], [0i64]] }
-- input { [4i64, -2i64, 1i64, -3i64, 6i64, -1i64, -2i64, 7i64, 9i64, -3i64, 1i64, 1i64, 1i64] [3i64, 1i64, 2i64, 1i64, 1i64, 3i64, 2i64] }
-- output { [[0i64, 4i64, 2i64, 3i64], [0i64, -3i64], [0i64, 6i64, 5i64], [0i64, -2i64], [0i64, 7i64], [0i64, 9i64, 6i64, 7i64], [0i64, 1i64, 2i64]] }

-- ==
-- entry: sieve
-- input { 106i64 }
-- output { [2i64, 3i64, 5i64, 7i64, 11i64, 13i64, 17i64, 19i64, 23i64, 29i64, 31i64, 37i64, 41i64, 43i64, 47i64, 53i64, 59i64, 61i64, 67i64, 71i64, 73i64, 79i64, 83i64, 89i64, 97i64, 101i64, 103i64] }
-- input { 59i64 }
-- output { [2i64, 3i64, 5i64, 7i64, 11i64, 13i64, 17i64, 19i64, 23i64, 29i64, 31i64, 37i64, 41i64, 43i64, 47i64, 53i64, 59i64] }
-- input { 44i64 }
-- output { [2i64, 3i64, 5i64, 7i64, 11i64, 13i64, 17i64, 19i64, 23i64, 29i64, 31i64, 37i64, 41i64, 43i64] }
-- input { 55i64 }
-- output { [2i64, 3i64, 5i64, 7i64, 11i64, 13i64, 17i64, 19i64, 23i64, 29i64, 31i64, 37i64, 41i64, 43i64, 47i64, 53i64] }
-- input { 112i64 }
-- output { [2i64, 3i64, 5i64, 7i64, 11i64, 13i64, 17i64, 19i64, 23i64, 29i64, 31i64, 37i64, 41i64, 43i64, 47i64, 53i64, 59i64, 61i64, 67i64, 71i64, 73i64, 79i64, 83i64, 89i64, 97i64, 101i64, 103i64, 107i64, 109i64] }
-- input { 70i64 }
-- output { [2i64, 3i64, 5i64, 7i64, 11i64, 13i64, 17i64, 19i64, 23i64, 29i64, 31i64, 37i64, 41i64, 43i64, 47i64, 53i64, 59i64, 61i64, 67i64] }
-- input { 7i64 }
-- output { [2i64, 3i64, 5i64, 7i64] }
-- input { 78i64 }
-- output { [2i64, 3i64, 5i64, 7i64, 11i64, 13i64, 17i64, 19i64, 23i64, 29i64, 31i64, 37i64, 41i64, 43i64, 47i64, 53i64, 59i64, 61i64, 67i64, 71i64, 73i64] }

-- ==
-- entry: parents
-- input { [[0i64], [0i64, 0i64]] 0i64 }
-- output { [0i64, -1i64] }
-- input { [[6i64], [2i64], [4i64], empty([0]i64), empty([0]i64), empty([0]i64), [6i64]] 6i64 }
-- output { [-1i64, -1i64, -1i64, -1i64, -1i64, -1i64, 6i64] }
-- input { [empty([0]i64), empty([0]i64)] 1i64 }
-- output { [-1i64, 1i64] }
-- input { [[0i64]] 0i64 }
-- output { [0i64] }
-- input { [[1i64, 1i64], [1i64, 1i64, 0i64]] 0i64 }
-- output { [0i64, 0i64] }
-- input { [[1i64], empty([0]i64), [0i64, 1i64], empty([0]i64)] 0i64 }
-- output { [0i64, 0i64, -1i64, -1i64] }
-- input { [[4i64, 2i64, 2i64, 1i64, 1i64, 1i64], empty([0]i64), empty([0]i64), [4i64], empty([0]i64), [2i64, 3i64, 4i64], [3i64]] 0i64 }
-- output { [0i64, 0i64, 0i64, -1i64, 0i64, -1i64, -1i64] }
-- input { [[0i64, 0i64, 0i64]] 0i64 }
-- output { [0i64] }

-- ==
-- entry: combined
-- input { [9i64, 6i64, 1i64] [1i64] [3i64] }
-- output { [9i64, 9i64, 1i64] [9i64, 6i64, 1i64] [9i64, 18i64, 1i64] }
-- input { [4i64, 4i64, 6i64, 8i64] [-1i64] [5i64, 5i64, 1i64, 7i64, 7i64] }
-- output { [4i64, 4i64, 6i64, 8i64] [4i64, 4i64, 6i64, 8i64] [4i64, 4i64, 6i64, 8i64] }
-- input { [6i64, 3i64, 5i64] [2i64, 4i64, 4i64] [4i64, 3i64, 9i64, 3i64, 0i64, 6i64, 6i64, 3i64] }
-- output { [6i64, 3i64, 9i64] [6i64, 3i64, 5i64] [6i64, 3i64, 20i64] }
-- input { [9i64, 9i64, 2i64] [3i64, 1i64] [3i64, 2i64] }
-- output { [9i64, 11i64, 2i64] [9i64, 9i64, 2i64] [9i64, 18i64, 2i64] }
-- input { [2i64, 3i64, 9i64] [-1i64, -1i64] [7i64, 1i64, 9i64, 0i64, 3i64, 3i64, 1i64] }
-- output { [2i64, 3i64, 9i64] [2i64, 3i64, 9i64] [2i64, 3i64, 9i64] }
-- input { [7i64, 3i64] [3i64, -1i64, 3i64, 3i64, 6i64, 3i64] [1i64, 9i64, 3i64, 1i64, 1i64] }
-- output { [7i64, 3i64] [7i64, 3i64] [7i64, 3i64] }
-- input { [7i64, 9i64, 4i64] [3i64] [6i64, 8i64, 2i64, 4i64, 6i64, 6i64] }
-- output { [7i64, 9i64, 4i64] [7i64, 9i64, 4i64] [7i64, 9i64, 4i64] }
-- input { [9i64, 0i64, 5i64] [3i64, 4i64, 6i64, 3i64, 0i64, -1i64, 2i64, 2i64] [1i64, 0i64, 3i64, 1i64, 6i64, 1i64] }
-- output { [15i64, 0i64, 5i64] [9i64, 0i64, 5i64] [54i64, 0i64, 5i64] }

-- ==
-- entry: row_and_sum
-- input { [[-8.0f64, 7.0f64, 2.5f64], [6.25f64, 4.25f64, -5.75f64], [-5.75f64, -5.25f64, 1.75f64]] }
-- output { [[-7.0f64, 8.0f64, 3.5f64], [7.25f64, 5.25f64, -4.75f64], [-4.75f64, -4.25f64, 2.75f64]] [1.5f64, 4.75f64, -9.25f64] }
-- input { [[4.0f64, -0.5f64, 4.25f64], [-6.0f64, 1.75f64, -4.75f64]] }
-- output { [[5.0f64, 0.5f64, 5.25f64], [-5.0f64, 2.75f64, -3.75f64]] [7.75f64, -9.0f64] }
-- input { [[-8.0f64, 6.25f64, -3.25f64], [5.0f64, 2.0f64, 4.25f64]] }
-- output { [[-7.0f64, 7.25f64, -2.25f64], [6.0f64, 3.0f64, 5.25f64]] [-5.0f64, 11.25f64] }
-- input { [[1.75f64, 5.0f64, 2.25f64], [5.25f64, 0.5f64, 8.0f64], [-2.5f64, 5.25f64, -3.5f64]] }
-- output { [[2.75f64, 6.0f64, 3.25f64], [6.25f64, 1.5f64, 9.0f64], [-1.5f64, 6.25f64, -2.5f64]] [9.0f64, 13.75f64, -0.75f64] }
-- input { [[-4.75f64, -5.75f64, -5.5f64]] }
-- output { [[-3.75f64, -4.75f64, -4.5f64]] [-16.0f64] }
-- input { [[-7.75f64, 4.0f64, 8.0f64], [-1.5f64, -6.75f64, -5.5f64]] }
-- output { [[-6.75f64, 5.0f64, 9.0f64], [-0.5f64, -5.75f64, -4.5f64]] [4.25f64, -13.75f64] }
-- input { [[5.75f64, -1.5f64, -0.5f64], [-8.0f64, 6.0f64, 6.75f64], [7.75f64, 6.25f64, -2.75f64]] }
-- output { [[6.75f64, -0.5f64, 0.5f64], [-7.0f64, 7.0f64, 7.75f64], [8.75f64, 7.25f64, -1.75f64]] [3.75f64, 4.75f64, 11.25f64] }
-- input { [[-1.25f64, 3.25f64, 2.25f64]] }
-- output { [[-0.25f64, 4.25f64, 3.25f64]] [4.25f64] }

-- ==
-- entry: counts_loop
-- input { 4i64 [1i64, 3i64, 1i64] }
-- output { [0i64, 2i64, 0i64, 1i64] }
-- input { 1i64 empty([0]i64) }
-- output { [0i64] }
-- input { 5i64 [2i64, 4i64, 1i64, 4i64, 1i64, 0i64, 3i64, 2i64, 0i64] }
-- output { [2i64, 2i64, 2i64, 1i64, 2i64] }
-- input { 3i64 [1i64, 2i64, 2i64, 1i64, 0i64, 2i64, 2i64, 2i64] }
-- output { [1i64, 2i64, 5i64] }
-- input { 5i64 [0i64, 1i64, 4i64, 2i64, 0i64, 1i64, 0i64, 0i64] }
-- output { [4i64, 2i64, 1i64, 0i64, 1i64] }
-- input { 4i64 [2i64] }
-- output { [0i64, 0i64, 1i64, 0i64] }
-- input { 5i64 [1i64, 0i64, 2i64, 2i64, 1i64, 0i64] }
-- output { [2i64, 2i64, 2i64, 0i64, 0i64] }
-- input { 4i64 [3i64, 0i64, 1i64, 3i64, 1i64, 1i64, 0i64, 0i64] }
-- output { [3i64, 3i64, 0i64, 2i64] }

-- ==
-- entry: counts_parallel
-- input { 5i64 [3i64, 4i64, 4i64, 4i64, 3i64] }
-- output { [0i64, 0i64, 0i64, 2i64, 3i64] }
-- input { 3i64 [2i64] }
-- output { [0i64, 0i64, 1i64] }
-- input { 3i64 [0i64, 2i64, 1i64, 0i64, 2i64, 0i64, 0i64] }
-- output { [4i64, 1i64, 2i64] }
-- input { 4i64 [0i64, 2i64] }
-- output { [1i64, 0i64, 1i64, 0i64] }
-- input { 1i64 [0i64, 0i64, 0i64] }
-- output { [3i64] }
-- input { 2i64 [1i64, 1i64] }
-- output { [0i64, 2i64] }
-- input { 4i64 [3i64] }
-- output { [0i64, 0i64, 0i64, 1i64] }
-- input { 3i64 [2i64, 1i64, 2i64, 2i64, 1i64, 2i64] }
-- output { [0i64, 2i64, 4i64] }

-- ==
-- entry: counts_stream
-- input { 3i64 [2i64] }
-- output { [0i64, 0i64, 1i64] }
-- input { 2i64 [0i64, 0i64, 1i64] }
-- output { [2i64, 1i64] }
-- input { 3i64 [2i64, 0i64, 0i64, 0i64] }
-- output { [3i64, 0i64, 1i64] }
-- input { 2i64 empty([0]i64) }
-- output { [0i64, 0i64] }
-- input { 1i64 [0i64, 0i64, 0i64, 0i64, 0i64] }
-- output { [5i64] }
-- input { 1i64 [0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64] }
-- output { [7i64] }
-- input { 2i64 [1i64, 1i64, 0i64, 1i64, 0i64] }
-- output { [2i64, 3i64] }
-- input { 3i64 [0i64] }
-- output { [1i64, 0i64, 0i64] }

-- ==
-- entry: strength_reduced
-- input { 12i64 }
-- output { [0i64, 37i64, 111i64, 74i64, 222i64, 3i64, 185i64, 148i64, 188i64, 225i64, 43i64, 6i64] }
-- input { 8i64 }
-- output { [0i64, 37i64, 111i64, 74i64, 222i64, 3i64, 185i64, 148i64] }
-- input { 7i64 }
-- output { [0i64, 37i64, 111i64, 74i64, 222i64, 3i64, 185i64] }
-- input { 18i64 }
-- output { [0i64, 37i64, 111i64, 74i64, 222i64, 3i64, 185i64, 148i64, 188i64, 225i64, 43i64, 6i64, 114i64, 151i64, 77i64, 40i64, 120i64, 157i64] }
-- input { 3i64 }
-- output { [0i64, 37i64, 111i64] }
-- input { 5i64 }
-- output { [0i64, 37i64, 111i64, 74i64, 222i64] }
-- input { 4i64 }
-- output { [0i64, 37i64, 111i64, 74i64] }
-- input { 17i64 }
-- output { [0i64, 37i64, 111i64, 74i64, 222i64, 3i64, 185i64, 148i64, 188i64, 225i64, 43i64, 6i64, 114i64, 151i64, 77i64, 40i64, 120i64] }

-- ==
-- entry: option_pricing
-- input { 16i64 }
-- output { 135i64 16i64 }
-- input { 19i64 }
-- output { 137i64 16i64 }
-- input { 2i64 }
-- output { 1i64 1i64 }
-- input { 9i64 }
-- output { 68i64 16i64 }
-- input { 3i64 }
-- output { 5i64 4i64 }
-- input { 7i64 }
-- output { 40i64 16i64 }
-- input { 18i64 }
-- output { 136i64 16i64 }
-- input { 10i64 }
-- output { 81i64 16i64 }
