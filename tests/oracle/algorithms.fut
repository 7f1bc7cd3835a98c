-- Algorithms that NESL's and Proteus's authors show, written without annotations where none are needed.

-- n queens: partial boards grow by a column; boards are rows.
entry queens (n: i64): [][?]i64 =
  let safe board q = and [ b != q && i64.abs (b - q) != length board - i | b <- board | i <- indices board ]
  in loop boards: [][?]i64 = [[]] for _k < n do [ board ++ [q] | board <- boards, q <- 0..<n, safe board q ]

-- Connected components by hooking and shortcutting.
entry components [m] (n: i64) (us: [m]i64) (vs: [m]i64): [n]i64 =
  let edges = zip us vs ++ zip vs us
  in (loop (label, go) = (iota n, true) while go do
        let hooked = permute i64.min (copy label) (map (.0) edges) (map (\(_, v) -> label[v]) edges)
        let short = loop l = hooked while or (map (\i -> l[l[i]] != l[i]) (iota n)) do map (\i -> l[l[i]]) (iota n)
        in (short, short != label)).0

-- PageRank with dangling nodes, in rational steps of 1/64 so that the result is exact.
entry ranks [n] (links: [n][?]i64) (steps: i64): [n]f64 =
  loop rank = replicate n 64 for _i < steps do
    let shares = [ (v, rank[u] / 8) | u <- 0..<n, v <- links[u] ]
    in reduce_by_index (replicate n 1) (+) 0 (map (.0) shares) (map (.1) shares)

-- Shortest paths: Bellman-Ford and Floyd-Warshall agree.
def inf: i64 = 1000
entry bellman_ford [n] (adj: [n][?](i64, i64)) (s: i64): [n]i64 =
  loop dist = tabulate n (\i -> if i == s then 0 else inf) for _k < n do
    let relaxed = [ (v, dist[u] + w) | u <- 0..<n, dist[u] < inf, (v, w) <- adj[u] ]
    in permute i64.min dist (map (.0) relaxed) (map (.1) relaxed)
entry floyd_warshall [n] (adj: [n][?](i64, i64)): [n][n]i64 =
  let start = map (\u -> loop row = tabulate n (\v -> if u == v then 0 else inf)
                         for (v, w) in adj[u] do row with [v] = i64.min row[v] w)
                  (iota n)
  in loop d = start for k < n do map (\row -> map2 (\x dk -> i64.min x (row[k] + dk)) row d[k]) d

-- Topological order in layers.
entry layers [n] (adj: [n][?]i64): [][?]i64 =
  let ends = flatten adj
  let indegree = reduce_by_index (replicate n 0) (+) 0 ends (map (const 1) ends)
  in (loop (done: [][?]i64, left) = ([], indegree) while or (map (== 0) left) do
        let layer = [ v | (d, v) <- zip left (iota n), d == 0 ]
        let targets = [ w | v <- layer, w <- adj[v] ]
        let left = map (\d -> if d == 0 then -1 else d) left
        in (done ++ [layer], reduce_by_index left (+) 0 targets (map (const (-1)) targets))).0

-- Gauss-Jordan with pivots, over fractions kept exact by small integers.
entry inverse [n] (a: [n][n]f64): [n][n]f64 =
  let m = map2 (\row i -> row ++ map (\j -> if i == j then 1 else 0) (iota n)) a (iota n)
  let r = loop m = m for k < n do
            let p = (reduce (\(i, x) (j, y) -> if f64.abs x >= f64.abs y then (i, x) else (j, y)) (k, 0)
                            (map (\i -> if i < k then (i, 0) else (i, m[i, k])) (iota n))).0
            let m = map (\i -> if i == k then m[p] else if i == p then m[k] else m[i]) (iota n)
            let top = map (/ m[k, k]) m[k]
            in map2 (\row i -> if i == k then top else map2 (\x t -> x - row[k] * t) row top) m (iota n)
  in map (\row -> row[n:] :> [n]f64) r

-- LU without pivots, and solving by both triangles, as loops over rows of growing size.
entry solve_lower [n] (rows: [n][?]f64) (b: [n]f64): []f64 =
  loop xs: []f64 = [] for i < n do
    let row = rows[i]
    let s = f64.sum [ r * x | r <- row[:i] | x <- xs ]
    in xs ++ [(b[i] - s) / row[i]]

-- Edit distance, row by row.
def edit [n] [m] (a: [n]u8) (b: [m]u8): i64 =
  let first = iota (m + 1)
  let last_row =
    loop row = first for i < n do
      (loop new = replicate (m + 1) (i + 1) for j < m do
         let c = row[j] + i64.bool (a[i] != b[j])
         in new with [j + 1] = i64.min c (i64.min (row[j + 1] + 1) (new[j] + 1)))
  in last_row[m]
entry edits (ws: [][?]u8): [][?]i64 = [ [ edit a b | b <- ws ] | a <- ws ]

-- Longest common prefix, suffix array by sorting ranks, Burrows-Wheeler.
entry suffix_array [n] (text: [n]u8): [n]i64 =
  let start = map i64.u8 text
  let (_, rank) =
    loop (k, rank) = (1, start) while k < n do
      let keys = map (\i -> (rank[i], if i + k < n then rank[i + k] + 1 else 0)) (iota n)
      let sorted = [ (a, i) | (a, i) <- zip keys (iota n), order by a ]
      let new = scan (+) 0 (map (\j -> i64.bool (j > 0 && sorted[j].0 != sorted[j - 1].0)) (iota n))
      in (2 * k, scatter (replicate n 0) (map (\(_, i) -> i) sorted) (new :> [length sorted]i64))
  in [ i | (r, i) <- zip rank (iota n), order by r ] :> [n]i64

-- Runs: encode and decode.
entry runs [n] (xs: [n]i64): ([]i64, []i64, bool) =
  let starts = [ i | i <- 0..<n, i == 0 || xs[i - 1] != xs[i] ]
  let ends = drop 1 (starts ++ [n]) :> [length starts]i64
  let (vs, ks) = (map (\i -> xs[i]) starts, map2 (-) ends starts)
  in (vs, ks, n == 0 || flatten (map2 replicate ks vs) == xs)

-- Words of a text, counted.
entry word_counts [n] (text: [n]u8): ([]i64, []i64) =
  let is_word c = c >= 'a' && c <= 'z'
  let starts = [ i | i <- 0..<n, is_word text[i], i == 0 || !(is_word text[i - 1]) ]
  let word i = (loop j = i while j < n && is_word text[j] do j + 1) - i
  let words = [ text[s:s + word s] | s <- starts ]
  let number w = foldl (\a c -> a * 27 + i64.u8 (c - 'a') + 1) 0 w
  in unzip [ (k, length w) | w <- words, group by k = number w ]

-- Numbers of any length, least digit first.
def carry (ds: []i64): []i64 =
  let (out, c) = loop (out: []i64, c) = ([], 0) for d in ds do (out ++ [(d + c) % 10], (d + c) / 10)
  in (loop (out, c) = (out, c) while c > 0 do (out ++ [c % 10], c / 10)).0
entry products_of_digits [n] (as: [n][?]i64) (bs: [n][?]i64): [n][?]i64 =
  let mul a b = carry [ i64.sum [ a[i] * b[k - i] | i <- 0..<length a, k >= i, k - i < length b ]
                      | k <- 0..<i64.max 0 (length a + length b - 1) ]
  in map2 mul as bs
entry factorials (n: i64): [][?]i64 =
  (loop (all: [][?]i64, x) = ([[1]], [1]) for i < n do let y = carry (map (* (i + 1)) x) in (all ++ [y], y)).0

-- Power sets.
entry subsets [n] (xs: [n]i64): [][?]i64 = loop ss: [][?]i64 = [[]] for x in xs do ss ++ [ s ++ [x] | s <- ss ]

-- k-means over points of two coordinates, exact in integers.
entry clusters [n] [k] (xs: [n](i64, i64)) (cs: [k](i64, i64)) (steps: i64): ([k]i64, [k]i64) =
  let nearest cs (x, y) =
    (reduce (\(a, i) (b, j) -> if a <= b then (a, i) else (b, j)) (i64.highest, -1)
            [ ((x - u) * (x - u) + (y - v) * (y - v), i) | (u, v) <- cs | i <- indices cs ]).1
  in unzip (loop cs for _i < steps do
              let at = map (nearest cs) xs
              let sums = reduce_by_index (replicate k (0, 0, 0)) (\(a, b, c) (d, e, f) -> (a + d, b + e, c + f)) (0, 0, 0)
                                         at (map (\(x, y) -> (x, y, 1)) xs)
              in map2 (\(u, v) (x, y, c) -> if c == 0 then (u, v) else (x / c, y / c)) cs sums)

-- Sparse polynomials as rows of (power, coefficient).
entry poly_products [n] (ps: [n][?](i64, i64)) (qs: [n][?](i64, i64)): [n][?](i64, i64) =
  map2 (\p q -> [ (k, i64.sum c) | (i, a) <- p, (j, b) <- q, let c = a * b, group by k = i + j, i64.sum c != 0 ]) ps qs

-- Huffman: code lengths by merging the two lightest, weights kept sorted.
entry code_lengths [n] (ws: [n]i64): [n]i64 =
  let start = [ (w, [i]) | w <- ws | i <- 0..<n ]
  let (_, depth) =
    loop (heap: [](i64, [?]i64), depth) = (start, replicate n 0) while length heap > 1 do
      let sorted = [ (w, s) | (w, s) <- heap, order by w ]
      let (a, s) = sorted[0]
      let (b, t) = sorted[1]
      let both = s ++ t
      in (sorted[2:] ++ [(a + b, both)], reduce_by_index depth (+) 0 both (map (const 1) both))
  in depth

-- The cases below are written by oracle.py.

-- ==
-- entry: queens
-- input { 1i64 }
-- output { [[0i64]] }
-- input { 2i64 }
-- output { empty([0][?]i64) }
-- input { 5i64 }
-- output { [[0i64, 2i64, 4i64, 1i64, 3i64], [0i64, 3i64, 1i64, 4i64, 2i64], [1i64, 3i64, 0i64, 2i64, 4i64], [1i64, 4i64, 2i64, 0i64, 3i64], [2i64, 0i64, 3i64, 1i64, 4i64], [2i64, 4i64, 1i64, 3i64, 0i64], [3i64, 0i64, 2i64, 4i64, 1i64], [3i64, 1i64, 4i64, 2i64, 0i64], [4i64, 1i64, 3i64, 0i64, 2i64], [4i64, 2i64, 0i64, 3i64, 1i64]] }
-- input { 0i64 }
-- output { [empty([0]i64)] }
-- input { 3i64 }
-- output { empty([0][?]i64) }
-- input { 4i64 }
-- output { [[1i64, 3i64, 0i64, 2i64], [2i64, 0i64, 3i64, 1i64]] }

-- ==
-- entry: components
-- input { 7i64 [5i64, 3i64] [4i64, 5i64] }
-- output { [0i64, 1i64, 2i64, 3i64, 3i64, 3i64, 6i64] }
-- input { 7i64 [1i64, 4i64, 6i64, 3i64, 2i64, 1i64] [0i64, 5i64, 0i64, 0i64, 4i64, 5i64] }
-- output { [0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64] }
-- input { 5i64 empty([0]i64) empty([0]i64) }
-- output { [0i64, 1i64, 2i64, 3i64, 4i64] }
-- input { 8i64 [1i64, 3i64] [6i64, 7i64] }
-- output { [0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 1i64, 3i64] }
-- input { 7i64 [3i64, 4i64, 6i64, 6i64, 1i64, 5i64] [3i64, 6i64, 2i64, 2i64, 4i64, 4i64] }
-- output { [0i64, 1i64, 1i64, 3i64, 1i64, 1i64, 1i64] }
-- input { 7i64 [0i64, 1i64, 0i64, 5i64, 6i64, 4i64, 0i64, 1i64] [1i64, 6i64, 4i64, 6i64, 0i64, 3i64, 5i64, 3i64] }
-- output { [0i64, 0i64, 2i64, 0i64, 0i64, 0i64, 0i64] }
-- input { 2i64 [0i64, 1i64, 0i64] [0i64, 1i64, 0i64] }
-- output { [0i64, 1i64] }
-- input { 8i64 [2i64, 4i64] [7i64, 5i64] }
-- output { [0i64, 1i64, 2i64, 3i64, 4i64, 4i64, 6i64, 2i64] }

-- ==
-- entry: ranks
-- input { [empty([0]i64), empty([0]i64), [1i64, 2i64]] 0i64 }
-- output { [64.0f64, 64.0f64, 64.0f64] }
-- input { [empty([0]i64), [1i64, 3i64], empty([0]i64), empty([0]i64)] 1i64 }
-- output { [1.0f64, 9.0f64, 1.0f64, 9.0f64] }
-- input { [[0i64], empty([0]i64), [0i64], empty([0]i64), empty([0]i64), [4i64, 0i64, 5i64]] 3i64 }
-- output { [2.0625f64, 1.0f64, 1.0f64, 1.0f64, 1.265625f64, 1.265625f64] }
-- input { [[3i64], [2i64], [0i64], [0i64], [1i64, 3i64, 2i64], [4i64], [6i64]] 1i64 }
-- output { [17.0f64, 9.0f64, 17.0f64, 17.0f64, 9.0f64, 1.0f64, 9.0f64] }
-- input { [empty([0]i64), [1i64], [0i64], [1i64], [4i64, 0i64, 1i64], empty([0]i64)] 2i64 }
-- output { [2.25f64, 5.375f64, 1.0f64, 1.0f64, 2.125f64, 1.0f64] }
-- input { [[1i64, 1i64, 2i64], [3i64], [2i64], [2i64, 2i64], [4i64, 1i64, 0i64, 1i64], [4i64, 3i64, 5i64, 3i64]] 0i64 }
-- output { [64.0f64, 64.0f64, 64.0f64, 64.0f64, 64.0f64, 64.0f64] }
-- input { [[3i64, 2i64, 3i64], empty([0]i64), [5i64], [4i64, 3i64], [1i64], [0i64, 1i64, 0i64]] 1i64 }
-- output { [17.0f64, 17.0f64, 9.0f64, 25.0f64, 9.0f64, 9.0f64] }
-- input { [[0i64, 1i64], empty([0]i64)] 2i64 }
-- output { [2.125f64, 2.125f64] }

-- ==
-- entry: bellman_ford
-- input { [[3i64, 4i64], empty([0]i64), [3i64, 5i64, 1i64], [1i64], [0i64, 2i64], empty([0]i64)] [[5i64, 2i64], empty([0]i64), [2i64, 6i64, 3i64], [6i64], [5i64, 7i64], empty([0]i64)] 0i64 }
-- output { [0i64, 11i64, 9i64, 5i64, 2i64, 15i64] }
-- input { [[3i64], [3i64, 3i64], empty([0]i64), [1i64, 0i64, 5i64], [5i64, 3i64, 5i64], empty([0]i64)] [[6i64], [9i64, 5i64], empty([0]i64), [1i64, 2i64, 4i64], [8i64, 9i64, 6i64], empty([0]i64)] 0i64 }
-- output { [0i64, 7i64, 1000i64, 6i64, 1000i64, 10i64] }
-- input { [[0i64], empty([0]i64), [0i64, 3i64], [2i64, 1i64], [0i64, 2i64, 1i64]] [[5i64], empty([0]i64), [2i64, 4i64], [8i64, 6i64], [8i64, 6i64, 2i64]] 0i64 }
-- output { [0i64, 1000i64, 1000i64, 1000i64, 1000i64] }
-- input { [[4i64, 3i64, 1i64], [3i64, 2i64], empty([0]i64), [5i64], empty([0]i64), [5i64, 1i64, 2i64], [3i64, 5i64]] [[8i64, 6i64, 6i64], [1i64, 2i64], empty([0]i64), [6i64], empty([0]i64), [3i64, 3i64, 5i64], [7i64, 4i64]] 0i64 }
-- output { [0i64, 6i64, 8i64, 6i64, 8i64, 12i64, 1000i64] }
-- input { [[0i64], [1i64], [1i64, 2i64]] [[6i64], [6i64], [4i64, 4i64]] 0i64 }
-- output { [0i64, 1000i64, 1000i64] }
-- input { [[5i64], empty([0]i64), empty([0]i64), empty([0]i64), [3i64], [5i64]] [[8i64], empty([0]i64), empty([0]i64), empty([0]i64), [5i64], [5i64]] 0i64 }
-- output { [0i64, 1000i64, 1000i64, 1000i64, 1000i64, 8i64] }
-- input { [[5i64, 1i64], empty([0]i64), [2i64, 4i64], [1i64, 4i64, 5i64], [1i64, 5i64], [3i64, 3i64, 5i64]] [[1i64, 9i64], empty([0]i64), [7i64, 8i64], [6i64, 4i64, 6i64], [2i64, 7i64], [7i64, 3i64, 2i64]] 0i64 }
-- output { [0i64, 9i64, 1000i64, 4i64, 8i64, 1i64] }
-- input { [empty([0]i64), [4i64], [3i64, 0i64, 0i64, 0i64, 1i64], [2i64, 2i64], [1i64]] [empty([0]i64), [5i64], [1i64, 6i64, 9i64, 6i64, 9i64], [1i64, 6i64], [8i64]] 0i64 }
-- output { [0i64, 1000i64, 1000i64, 1000i64, 1000i64] }

-- ==
-- entry: floyd_warshall
-- input { [empty([0]i64), [6i64, 0i64, 0i64], empty([0]i64), empty([0]i64), empty([0]i64), empty([0]i64), [6i64]] [empty([0]i64), [3i64, 8i64, 4i64], empty([0]i64), empty([0]i64), empty([0]i64), empty([0]i64), [5i64]] }
-- output { [[0i64, 1000i64, 1000i64, 1000i64, 1000i64, 1000i64, 1000i64], [4i64, 0i64, 1000i64, 1000i64, 1000i64, 1000i64, 3i64], [1000i64, 1000i64, 0i64, 1000i64, 1000i64, 1000i64, 1000i64], [1000i64, 1000i64, 1000i64, 0i64, 1000i64, 1000i64, 1000i64], [1000i64, 1000i64, 1000i64, 1000i64, 0i64, 1000i64, 1000i64], [1000i64, 1000i64, 1000i64, 1000i64, 1000i64, 0i64, 1000i64], [1000i64, 1000i64, 1000i64, 1000i64, 1000i64, 1000i64, 0i64]] }
-- input { [[0i64], empty([0]i64)] [[2i64], empty([0]i64)] }
-- output { [[0i64, 1000i64], [1000i64, 0i64]] }
-- input { [[2i64, 1i64], empty([0]i64), [2i64], [4i64, 2i64], [4i64, 2i64, 2i64]] [[5i64, 8i64], empty([0]i64), [7i64], [9i64, 6i64], [6i64, 1i64, 9i64]] }
-- output { [[0i64, 8i64, 5i64, 1000i64, 1000i64], [1000i64, 0i64, 1000i64, 1000i64, 1000i64], [1000i64, 1000i64, 0i64, 1000i64, 1000i64], [1000i64, 1000i64, 6i64, 0i64, 9i64], [1000i64, 1000i64, 1i64, 1000i64, 0i64]] }
-- input { [empty([0]i64)] [empty([0]i64)] }
-- output { [[0i64]] }
-- input { [[0i64, 2i64], [2i64], empty([0]i64)] [[9i64, 3i64], [2i64], empty([0]i64)] }
-- output { [[0i64, 1000i64, 3i64], [1000i64, 0i64, 2i64], [1000i64, 1000i64, 0i64]] }
-- input { [[0i64, 0i64, 0i64, 1i64, 2i64], [0i64, 0i64], empty([0]i64)] [[3i64, 8i64, 1i64, 9i64, 4i64], [2i64, 8i64], empty([0]i64)] }
-- output { [[0i64, 9i64, 4i64], [2i64, 0i64, 6i64], [1000i64, 1000i64, 0i64]] }
-- input { [[3i64, 0i64], [1i64], [5i64], [4i64, 4i64, 1i64], empty([0]i64), [1i64], [5i64]] [[5i64, 1i64], [5i64], [1i64], [9i64, 4i64, 3i64], empty([0]i64), [6i64], [8i64]] }
-- output { [[0i64, 8i64, 1000i64, 5i64, 9i64, 1000i64, 1000i64], [1000i64, 0i64, 1000i64, 1000i64, 1000i64, 1000i64, 1000i64], [1000i64, 7i64, 0i64, 1000i64, 1000i64, 1i64, 1000i64], [1000i64, 3i64, 1000i64, 0i64, 4i64, 1000i64, 1000i64], [1000i64, 1000i64, 1000i64, 1000i64, 0i64, 1000i64, 1000i64], [1000i64, 6i64, 1000i64, 1000i64, 1000i64, 0i64, 1000i64], [1000i64, 14i64, 1000i64, 1000i64, 1000i64, 8i64, 0i64]] }
-- input { [[0i64], [0i64, 1i64]] [[1i64], [8i64, 3i64]] }
-- output { [[0i64, 1000i64], [8i64, 0i64]] }

-- ==
-- entry: layers
-- input { [[4i64], [5i64, 2i64], [4i64, 4i64], empty([0]i64), empty([0]i64), empty([0]i64)] }
-- output { [[0i64, 1i64, 3i64], [2i64, 5i64], [4i64]] }
-- input { empty([0][?]i64) }
-- output { empty([0][?]i64) }
-- input { [empty([0]i64)] }
-- output { [[0i64]] }
-- input { [[1i64], empty([0]i64)] }
-- output { [[0i64], [1i64]] }
-- input { [[1i64, 2i64, 2i64, 2i64], empty([0]i64), empty([0]i64)] }
-- output { [[0i64], [1i64, 2i64]] }
-- input { [empty([0]i64), [4i64, 5i64], [5i64], empty([0]i64), [5i64], empty([0]i64)] }
-- output { [[0i64, 1i64, 2i64, 3i64], [4i64], [5i64]] }
-- input { [[4i64, 6i64], empty([0]i64), [3i64, 4i64], empty([0]i64), [6i64], [6i64, 6i64, 6i64], empty([0]i64)] }
-- output { [[0i64, 1i64, 2i64, 5i64], [3i64, 4i64], [6i64]] }
-- input { [empty([0]i64), empty([0]i64), empty([0]i64)] }
-- output { [[0i64, 1i64, 2i64]] }

-- ==
-- entry: inverse
-- input { [[1.0f64]] }
-- output { [[1.0f64]] }
-- input { [[1.0f64, 0.0f64], [-2.0f64, 1.0f64]] }
-- output { [[1.0f64, 0.0f64], [2.0f64, 1.0f64]] }
-- input { [[1.0f64, 0.0f64], [1.0f64, 1.0f64]] }
-- output { [[1.0f64, 0.0f64], [-1.0f64, 1.0f64]] }
-- input { [[-1.0f64, 2.0f64, 1.0f64], [1.0f64, 0.0f64, 0.0f64], [0.0f64, 1.0f64, 0.0f64]] }
-- output { [[0.0f64, 1.0f64, 0.0f64], [0.0f64, 0.0f64, 1.0f64], [1.0f64, 1.0f64, -2.0f64]] }
-- input { [[-1.0f64, -2.0f64, 1.0f64, 0.0f64], [1.0f64, -1.0f64, -1.0f64, 1.0f64], [2.0f64, 1.0f64, 0.0f64, 0.0f64], [1.0f64, 0.0f64, 0.0f64, 0.0f64]] }
-- output { [[0.0f64, 0.0f64, 0.0f64, 1.0f64], [0.0f64, 0.0f64, 1.0f64, -2.0f64], [1.0f64, 0.0f64, 2.0f64, -3.0f64], [1.0f64, 1.0f64, 3.0f64, -6.0f64]] }
-- input { [[1.0f64, 0.0f64], [2.0f64, 1.0f64]] }
-- output { [[1.0f64, 0.0f64], [-2.0f64, 1.0f64]] }
-- input { [[-2.0f64, 0.0f64, 0.0f64, 1.0f64], [1.0f64, 0.0f64, 0.0f64, 0.0f64], [-1.0f64, 1.0f64, 0.0f64, 0.0f64], [1.0f64, -1.0f64, 1.0f64, 0.0f64]] }
-- output { [[0.0f64, 1.0f64, 0.0f64, 0.0f64], [0.0f64, 1.0f64, 1.0f64, 0.0f64], [0.0f64, 0.0f64, 1.0f64, 1.0f64], [1.0f64, 2.0f64, 0.0f64, 0.0f64]] }
-- input { [[-1.0f64, 0.0f64, 0.0f64, 1.0f64], [1.0f64, 0.0f64, 0.0f64, 0.0f64], [-1.0f64, -2.0f64, 1.0f64, 0.0f64], [2.0f64, 1.0f64, 0.0f64, 0.0f64]] }
-- output { [[0.0f64, 1.0f64, 0.0f64, 0.0f64], [0.0f64, -2.0f64, 0.0f64, 1.0f64], [0.0f64, -3.0f64, 1.0f64, 2.0f64], [1.0f64, 1.0f64, 0.0f64, 0.0f64]] }

-- ==
-- entry: solve_lower
-- input { [[-1.0f64], [2.0f64, -1.0f64], [1.0f64, 0.0f64, 1.0f64], [1.0f64, -3.0f64, 2.0f64, 1.0f64], [-1.0f64, -1.0f64, 3.0f64, 1.0f64, 2.0f64]] [7.75f64, -2.75f64, -6.25f64, -5.5f64, -6.75f64] }
-- output { [-7.75f64, -12.75f64, 1.5f64, -39.0f64, 3.625f64] }
-- input { [[2.0f64], [-2.0f64, 1.0f64], [1.0f64, -2.0f64, 2.0f64], [-1.0f64, 3.0f64, -1.0f64, -1.0f64]] [-2.25f64, -5.25f64, -7.25f64, 6.25f64] }
-- output { [-1.125f64, -7.5f64, -10.5625f64, -17.0625f64] }
-- input { [[-1.0f64]] [4.75f64] }
-- output { [-4.75f64] }
-- input { empty([0][?]f64) empty([0]f64) }
-- output { empty([0]f64) }
-- input { [[1.0f64]] [7.0f64] }
-- output { [7.0f64] }
-- input { [[2.0f64], [2.0f64, 2.0f64], [2.0f64, 0.0f64, 1.0f64]] [7.75f64, 2.0f64, -3.75f64] }
-- output { [3.875f64, -2.875f64, -11.5f64] }
-- input { [[2.0f64], [3.0f64, 2.0f64], [0.0f64, 3.0f64, -1.0f64]] [2.75f64, 2.75f64, 7.75f64] }
-- output { [1.375f64, -0.6875f64, -9.8125f64] }
-- input { [[1.0f64], [2.0f64, 1.0f64], [0.0f64, 3.0f64, 2.0f64], [0.0f64, 2.0f64, 3.0f64, 1.0f64]] [5.5f64, -8.0f64, -6.5f64, 2.75f64] }
-- output { [5.5f64, -19.0f64, 25.25f64, -35.0f64] }

-- ==
-- entry: edits
-- input { [empty([0]u8)] }
-- output { [[0i64]] }
-- input { [[99u8, 98u8, 97u8], empty([0]u8), [99u8]] }
-- output { [[0i64, 3i64, 2i64], [3i64, 0i64, 1i64], [2i64, 1i64, 0i64]] }
-- input { [empty([0]u8), [98u8]] }
-- output { [[0i64, 1i64], [1i64, 0i64]] }
-- input { [[97u8], [98u8], [97u8], empty([0]u8)] }
-- output { [[0i64, 1i64, 0i64, 1i64], [1i64, 0i64, 1i64, 1i64], [0i64, 1i64, 0i64, 1i64], [1i64, 1i64, 1i64, 0i64]] }
-- input { [empty([0]u8), [98u8, 98u8]] }
-- output { [[0i64, 2i64], [2i64, 0i64]] }
-- input { [empty([0]u8), [97u8, 97u8]] }
-- output { [[0i64, 2i64], [2i64, 0i64]] }
-- input { [[98u8, 99u8, 99u8]] }
-- output { [[0i64]] }
-- input { [[99u8, 98u8, 98u8], [97u8, 98u8, 97u8], [98u8], [97u8]] }
-- output { [[0i64, 2i64, 2i64, 3i64], [2i64, 0i64, 2i64, 2i64], [2i64, 2i64, 0i64, 1i64], [3i64, 2i64, 1i64, 0i64]] }

-- ==
-- entry: suffix_array
-- input { [98u8, 97u8, 97u8, 98u8, 98u8, 97u8, 97u8, 98u8, 97u8] }
-- output { [8i64, 5i64, 1i64, 6i64, 2i64, 7i64, 4i64, 0i64, 3i64] }
-- input { [97u8, 97u8, 97u8] }
-- output { [2i64, 1i64, 0i64] }
-- input { [98u8, 98u8, 97u8, 97u8, 97u8, 97u8, 98u8] }
-- output { [2i64, 3i64, 4i64, 5i64, 6i64, 1i64, 0i64] }
-- input { [97u8, 98u8, 97u8, 97u8] }
-- output { [3i64, 2i64, 0i64, 1i64] }
-- input { [98u8, 98u8, 97u8, 98u8, 97u8] }
-- output { [4i64, 2i64, 3i64, 1i64, 0i64] }
-- input { [98u8, 98u8, 98u8, 97u8, 97u8, 97u8] }
-- output { [5i64, 4i64, 3i64, 2i64, 1i64, 0i64] }
-- input { [98u8, 97u8, 97u8, 98u8] }
-- output { [1i64, 2i64, 3i64, 0i64] }
-- input { empty([0]u8) }
-- output { empty([0]i64) }

-- ==
-- entry: runs
-- input { [1i64, 0i64, 0i64] }
-- output { [1i64, 0i64] [1i64, 2i64] true }
-- input { empty([0]i64) }
-- output { empty([0]i64) empty([0]i64) true }
-- input { [1i64, 0i64, 0i64, 0i64, 1i64, 0i64, 0i64, 0i64] }
-- output { [1i64, 0i64, 1i64, 0i64] [1i64, 3i64, 1i64, 3i64] true }
-- input { [0i64] }
-- output { [0i64] [1i64] true }
-- input { [0i64, 1i64, 1i64] }
-- output { [0i64, 1i64] [1i64, 2i64] true }
-- input { [1i64, 1i64] }
-- output { [1i64] [2i64] true }
-- input { [0i64, 0i64, 0i64, 0i64] }
-- output { [0i64] [4i64] true }
-- input { [1i64, 0i64, 0i64, 0i64, 1i64, 0i64, 1i64, 0i64] }
-- output { [1i64, 0i64, 1i64, 0i64, 1i64, 0i64] [1i64, 3i64, 1i64, 1i64, 1i64, 1i64] true }

-- ==
-- entry: word_counts
-- input { [97u8, 98u8, 44u8, 44u8, 44u8, 98u8, 44u8, 97u8, 44u8, 98u8, 44u8, 97u8] }
-- output { [1i64, 2i64, 29i64] [2i64, 2i64, 1i64] }
-- input { [98u8, 98u8, 44u8, 32u8, 32u8, 97u8, 97u8, 44u8, 98u8, 44u8, 98u8, 97u8] }
-- output { [2i64, 28i64, 55i64, 56i64] [1i64, 1i64, 1i64, 1i64] }
-- input { [32u8, 97u8, 97u8, 44u8, 97u8, 32u8, 98u8, 44u8, 97u8, 98u8] }
-- output { [1i64, 2i64, 28i64, 29i64] [1i64, 1i64, 1i64, 1i64] }
-- input { [97u8, 98u8, 98u8, 98u8, 97u8] }
-- output { [572320i64] [1i64] }
-- input { [97u8] }
-- output { [1i64] [1i64] }
-- input { [98u8, 98u8, 98u8, 98u8] }
-- output { [40880i64] [1i64] }
-- input { [97u8, 44u8, 97u8, 97u8, 98u8, 98u8, 98u8] }
-- output { [1i64, 552638i64] [1i64, 1i64] }
-- input { [44u8, 97u8, 97u8, 32u8, 98u8] }
-- output { [2i64, 28i64] [1i64, 1i64] }

-- ==
-- entry: products_of_digits
-- input { [[7i64, 1i64, 7i64, 4i64], [6i64, 3i64, 9i64, 9i64]] [[1i64, 4i64, 3i64], [8i64, 2i64, 4i64]] }
-- output { [[7i64, 9i64, 4i64, 8i64, 0i64, 6i64, 1i64], [8i64, 0i64, 6i64, 2i64, 5i64, 2i64, 4i64]] }
-- input { [[3i64, 7i64, 2i64, 7i64], [2i64, 9i64, 7i64], [6i64, 8i64, 1i64, 6i64]] [[6i64, 1i64], [4i64, 5i64, 4i64], [7i64, 0i64, 4i64]] }
-- output { [[8i64, 6i64, 3i64, 6i64, 1i64, 1i64], [8i64, 6i64, 5i64, 9i64, 5i64, 3i64], [2i64, 0i64, 7i64, 7i64, 1i64, 5i64, 2i64]] }
-- input { [[0i64, 2i64, 6i64, 3i64], [9i64, 4i64, 8i64, 8i64]] [[5i64, 0i64, 7i64], [6i64, 6i64]] }
-- output { [[0i64, 0i64, 1i64, 2i64, 5i64, 5i64, 2i64], [4i64, 3i64, 0i64, 4i64, 8i64, 5i64]] }
-- input { [[5i64, 4i64, 1i64, 3i64], [0i64, 1i64, 9i64, 7i64]] [[4i64, 8i64, 4i64], [1i64, 7i64]] }
-- output { [[0i64, 8i64, 1i64, 2i64, 2i64, 5i64, 1i64], [0i64, 1i64, 6i64, 1i64, 6i64, 5i64]] }
-- input { [[1i64, 3i64, 0i64, 1i64], [5i64, 3i64, 2i64, 5i64]] [[6i64, 5i64, 9i64], [8i64, 2i64, 4i64]] }
-- output { [[6i64, 3i64, 6i64, 5i64, 8i64, 9i64], [0i64, 8i64, 5i64, 0i64, 4i64, 2i64, 2i64]] }
-- input { [[3i64, 6i64, 2i64], [9i64, 4i64, 3i64, 4i64], [2i64, 5i64, 3i64], [5i64, 6i64, 5i64, 6i64]] [[8i64, 7i64, 6i64], [3i64, 1i64], [4i64, 5i64, 8i64], [0i64, 4i64, 5i64]] }
-- output { [[4i64, 1i64, 3i64, 8i64, 7i64, 1i64], [7i64, 3i64, 5i64, 6i64, 5i64], [8i64, 0i64, 6i64, 0i64, 0i64, 3i64], [0i64, 0i64, 1i64, 5i64, 4i64, 5i64, 3i64]] }
-- input { empty([0][?]i64) empty([0][?]i64) }
-- output { empty([0][?]i64) }
-- input { [[5i64, 0i64, 8i64, 4i64], [4i64, 5i64, 6i64, 5i64], [6i64, 1i64, 0i64, 4i64]] [[5i64, 5i64, 8i64], [2i64, 8i64, 9i64], [7i64, 2i64, 1i64]] }
-- output { [[5i64, 7i64, 2i64, 8i64, 0i64, 1i64, 4i64], [8i64, 2i64, 2i64, 2i64, 5i64, 5i64, 5i64], [2i64, 3i64, 0i64, 0i64, 1i64, 5i64]] }

-- ==
-- entry: factorials
-- input { 6i64 }
-- output { [[1i64], [1i64], [2i64], [6i64], [4i64, 2i64], [0i64, 2i64, 1i64], [0i64, 2i64, 7i64]] }
-- input { 5i64 }
-- output { [[1i64], [1i64], [2i64], [6i64], [4i64, 2i64], [0i64, 2i64, 1i64]] }
-- input { 2i64 }
-- output { [[1i64], [1i64], [2i64]] }
-- input { 3i64 }
-- output { [[1i64], [1i64], [2i64], [6i64]] }
-- input { 0i64 }
-- output { [[1i64]] }

-- ==
-- entry: subsets
-- input { [7i64, 9i64, 0i64] }
-- output { [empty([0]i64), [7i64], [9i64], [7i64, 9i64], [0i64], [7i64, 0i64], [9i64, 0i64], [7i64, 9i64, 0i64]] }
-- input { empty([0]i64) }
-- output { [empty([0]i64)] }
-- input { [-6i64, 6i64, -9i64, 1i64] }
-- output { [empty([0]i64), [-6i64], [6i64], [-6i64, 6i64], [-9i64], [-6i64, -9i64], [6i64, -9i64], [-6i64, 6i64, -9i64], [1i64], [-6i64, 1i64], [6i64, 1i64], [-6i64, 6i64, 1i64], [-9i64, 1i64], [-6i64, -9i64, 1i64], [6i64, -9i64, 1i64], [-6i64, 6i64, -9i64, 1i64]] }
-- input { [-3i64] }
-- output { [empty([0]i64), [-3i64]] }
-- input { [-6i64, 4i64] }
-- output { [empty([0]i64), [-6i64], [4i64], [-6i64, 4i64]] }
-- input { [6i64] }
-- output { [empty([0]i64), [6i64]] }
-- input { [-3i64, 5i64, 1i64, -3i64] }
-- output { [empty([0]i64), [-3i64], [5i64], [-3i64, 5i64], [1i64], [-3i64, 1i64], [5i64, 1i64], [-3i64, 5i64, 1i64], [-3i64], [-3i64, -3i64], [5i64, -3i64], [-3i64, 5i64, -3i64], [1i64, -3i64], [-3i64, 1i64, -3i64], [5i64, 1i64, -3i64], [-3i64, 5i64, 1i64, -3i64]] }
-- input { [-2i64, 1i64, -7i64, -9i64] }
-- output { [empty([0]i64), [-2i64], [1i64], [-2i64, 1i64], [-7i64], [-2i64, -7i64], [1i64, -7i64], [-2i64, 1i64, -7i64], [-9i64], [-2i64, -9i64], [1i64, -9i64], [-2i64, 1i64, -9i64], [-7i64, -9i64], [-2i64, -7i64, -9i64], [1i64, -7i64, -9i64], [-2i64, 1i64, -7i64, -9i64]] }

-- ==
-- entry: clusters
-- input { [-2i64, -3i64, 0i64, -1i64, 3i64, -4i64] [7i64, 6i64, 2i64, 4i64, 4i64, 0i64] [-8i64, 3i64] [1i64, 0i64] 3i64 }
-- output { [-3i64, 0i64] [4i64, 3i64] }
-- input { [7i64, 9i64, -7i64] [9i64, -5i64, 3i64] [7i64, 5i64] [-7i64, -4i64] 0i64 }
-- output { [7i64, 5i64] [-7i64, -4i64] }
-- input { [-8i64] [9i64] [-7i64] [9i64] 0i64 }
-- output { [-7i64] [9i64] }
-- input { empty([0]i64) empty([0]i64) [6i64, 0i64, -6i64] [-1i64, -7i64, -4i64] 3i64 }
-- output { [6i64, 0i64, -6i64] [-1i64, -7i64, -4i64] }
-- input { [0i64, -4i64, 4i64, -5i64, 3i64, -3i64, -5i64, 9i64] [2i64, -1i64, -8i64, -3i64, -8i64, 0i64, 8i64, -9i64] [-2i64, -6i64] [-7i64, 1i64] 0i64 }
-- output { [-2i64, -6i64] [-7i64, 1i64] }
-- input { [-2i64, -1i64, -3i64, 1i64, 4i64, -3i64, -3i64, 1i64, 2i64] [-8i64, -7i64, 4i64, -1i64, -6i64, 6i64, 9i64, -4i64, 4i64] [-7i64, 8i64, -1i64] [-7i64, -6i64, 5i64] 0i64 }
-- output { [-7i64, 8i64, -1i64] [-7i64, -6i64, 5i64] }
-- input { [3i64] [-4i64] [8i64, 6i64, 4i64] [6i64, 4i64, 1i64] 0i64 }
-- output { [8i64, 6i64, 4i64] [6i64, 4i64, 1i64] }
-- input { [-9i64, -7i64, -6i64, -3i64, 8i64, -2i64, -8i64, 7i64, -1i64] [8i64, 5i64, -7i64, 5i64, -3i64, 5i64, 3i64, 2i64, -9i64] [6i64, -1i64, -8i64] [-4i64, -1i64, -9i64] 0i64 }
-- output { [6i64, -1i64, -8i64] [-4i64, -1i64, -9i64] }

-- ==
-- entry: poly_products
-- input { empty([0][?]i64) empty([0][?]i64) empty([0][?]i64) empty([0][?]i64) }
-- output { empty([0][?]i64) empty([0][?]i64) }
-- input { [empty([0]i64)] [empty([0]i64)] [[0i64]] [[-8i64]] }
-- output { [empty([0]i64)] [empty([0]i64)] }
-- input { [[2i64], [4i64]] [[0i64], [0i64]] [[5i64], empty([0]i64)] [[5i64], empty([0]i64)] }
-- output { [empty([0]i64), empty([0]i64)] [empty([0]i64), empty([0]i64)] }
-- input { [[1i64, 0i64]] [[0i64, 1i64]] [[1i64]] [[-4i64]] }
-- output { [[1i64]] [[-4i64]] }
-- input { [empty([0]i64)] [empty([0]i64)] [[5i64, 0i64, 5i64]] [[-4i64, 0i64, -8i64]] }
-- output { [empty([0]i64)] [empty([0]i64)] }
-- input { [empty([0]i64), empty([0]i64)] [empty([0]i64), empty([0]i64)] [[1i64, 3i64], [2i64]] [[-1i64, -1i64], [-4i64]] }
-- output { [empty([0]i64), empty([0]i64)] [empty([0]i64), empty([0]i64)] }
-- input { [empty([0]i64), [4i64, 0i64], [1i64], empty([0]i64), [5i64, 0i64], [4i64, 3i64]] [empty([0]i64), [1i64, -9i64], [0i64], empty([0]i64), [-9i64, -8i64], [-4i64, -6i64]] [[0i64], empty([0]i64), [0i64, 1i64, 1i64], empty([0]i64), [4i64, 4i64, 5i64], [2i64]] [[-3i64], empty([0]i64), [-6i64, -9i64, -6i64], empty([0]i64), [-2i64, -1i64, 5i64], [7i64]] }
-- output { [empty([0]i64), empty([0]i64), empty([0]i64), empty([0]i64), [4i64, 5i64, 9i64, 10i64], [5i64, 6i64]] [empty([0]i64), empty([0]i64), empty([0]i64), empty([0]i64), [24i64, -40i64, 27i64, -45i64], [-42i64, -28i64]] }
-- input { [[4i64], [3i64], [4i64, 2i64, 4i64, 5i64, 4i64, 4i64], [1i64], [2i64]] [[-6i64], [0i64], [2i64, -4i64, -8i64, 9i64, 4i64, 7i64], [9i64], [-5i64]] [[0i64, 4i64], [2i64], empty([0]i64), empty([0]i64), empty([0]i64)] [[0i64, -3i64], [6i64], empty([0]i64), empty([0]i64), empty([0]i64)] }
-- output { [[8i64], empty([0]i64), empty([0]i64), empty([0]i64), empty([0]i64)] [[18i64], empty([0]i64), empty([0]i64), empty([0]i64), empty([0]i64)] }

-- ==
-- entry: code_lengths
-- input { [4i64, 4i64, 4i64, 6i64, 4i64, 7i64] }
-- output { [3i64, 3i64, 3i64, 2i64, 3i64, 2i64] }
-- input { [9i64, 5i64] }
-- output { [1i64, 1i64] }
-- input { [3i64, 8i64, 4i64, 7i64] }
-- output { [3i64, 1i64, 3i64, 2i64] }
-- input { [4i64, 3i64, 1i64, 5i64, 5i64, 4i64, 6i64] }
-- output { [3i64, 4i64, 4i64, 3i64, 2i64, 3i64, 2i64] }
-- input { [3i64, 6i64, 9i64, 6i64, 6i64, 2i64, 8i64] }
-- output { [4i64, 3i64, 2i64, 3i64, 3i64, 4i64, 2i64] }
-- input { [4i64] }
-- output { [0i64] }
-- input { [3i64, 9i64, 8i64, 2i64, 7i64, 8i64] }
-- output { [4i64, 2i64, 2i64, 4i64, 3i64, 2i64] }
-- input { [2i64, 9i64, 2i64, 1i64, 7i64, 1i64, 7i64] }
-- output { [4i64, 2i64, 4i64, 4i64, 2i64, 4i64, 2i64] }
