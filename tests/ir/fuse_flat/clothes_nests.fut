-- Idioms as users write them (tests/run/clothes_nests.fut): what all of them together cost.
-- after: fuse_flat
-- count: 29 segs
-- count: 0 reads
-- count: 8 arrays

-- Sums of rows by index.
entry by_index [n] (xss: [n][?]f64): [n]f64 =
  map (\i -> f64.sum (map (\j -> xss[i][j]) (iota (length xss[i])))) (iota n)

-- A weighted product of three arrays.
entry weighted [n] (xs: [n]f64) (ys: [n]f64) (ws: [n]f64): f64 = reduce_comm (+) 0 (map (\(x, y, w) -> x * y * w) (zip3 xs ys ws))

-- A sparse matrix in coordinates, and one whose rows begin at flags.
entry coordinates [m] [k] (n: i64) (rows: [m]i64) (cols: [m]i64) (vals: [m]f64) (v: [k]f64): [n]f64 =
  reduce_by_index (replicate n 0) (+) 0 rows (map2 (\c x -> x * v[c]) cols vals)
entry flags [m] [k] (starts: [m]bool) (cols: [m]i64) (vals: [m]f64) (v: [k]f64): []f64 =
  let products = map2 (\c x -> x * v[c]) cols vals
  let sums = scan (\(f, x) (g, y) -> (f || g, if g then y else x + y)) (false, 0) (zip starts products)
  let ends = map (\i -> i + 1 == m || starts[i + 1]) (iota m)
  in map (.0) (filter (.1) (zip (map (.1) sums) ends))

-- What is kept of records, of indices, and of neighbours.
entry of_records [n] (ps: [n]{x: i64, y: f64}): []f64 = map (.y) (filter (\p -> p.x > 0) ps)
entry of_indices [n] (xs: [n]i64): []i64 = map (\i -> xs[i]) (filter (\i -> xs[i] > 0) (iota n))
entry unique [n] (xs: [n]i64): []i64 = map (.0) (filter (\(x, i) -> i == 0 || xs[i - 1] != x) (zip xs (iota n)))

-- A histogram of a comprehension over rows.
entry digits [n] (k: i64) (iss: [n][?]i64): [k]i64 = let is = [ i % k | is <- iss, i <- is ] in hist (+) 0 k is (map (\_ -> 1) is)

-- Sums over pairs, over neighbours of neighbours, and over what is flattened.
entry pairs [n] (xs: [n]f64): f64 = f64.sum [ xs[i] * xs[j] | i <- iota n, j <- iota i ]
entry neighbours [n] (adj: [n][?]i64): i64 = i64.sum [ w | us <- adj, u <- us, w <- adj[u] ]
entry expanded [n] (ss: [n]i64): i64 = reduce (+) 0 (flatten (map (\s -> map (\j -> s + j) (iota s)) ss))

-- Variances of records with rows, positions of least elements, differences of running sums.
entry variances [n] (rs: [n]{id: i64, xs: [?]f64}): [n]{id: i64, v: f64} =
  map (\r -> let m = f64.sum r.xs / f64.i64 (length r.xs) in {id = r.id, v = f64.sum (map (\x -> (x - m) ** 2) r.xs)}) rs
entry least [n] (xss: [n][?]f64): [n]i64 =
  map (\xs -> (reduce (\(i, x) (j, y) -> if y < x then (j, y) else (i, x)) (-1, f64.inf) (zip (indices xs) xs)).0) xss
entry before [n] (xss: [n][?]f64): [n][?]f64 = map (\xs -> map2 (-) (scan (+) 0 xs) xs) xss
entry shifted [n] (xs: [n]i64): [n]i64 = let s = scan (+) 0 xs in map (\i -> if i == 0 then 0 else s[i - 1]) (iota n)

-- Records with several rows.
entry summed [n] (ps: [n]{name: [?]u8, ages: [?]i64}): [n](i64, i64) = map (\p -> (length p.name, i64.sum p.ages)) ps
entry eldest [n] (ps: [n]{name: [?]u8, ages: [?]i64}): i64 = i64.maximum (flatten (map (\p -> map (+ 1) p.ages) ps))

-- Chunks of one size, and edges to greater neighbours.
entry chunks [n] (k: i64) (xs: [n]i64): []i64 = map (\i -> i64.sum xs[i * k:(i + 1) * k]) (iota (n / k))
entry edges [n] (adj: [n][?]i64) (d: [n]i64): []i64 = [ v | (us, i) <- zip adj (iota n), v <- us, d[v] > d[i] ]
