-- Idioms as users write them: indices instead of maps over rows, records and triples, comprehensions, segments by hand, sums of what was
-- flattened, partitions. What they cost is in tests/ir/fuse_flat/clothes_nests.fut.

-- Sums of rows by index.
entry by_index [n] (xss: [n][?]f64): [n]f64 =
  map (\i -> f64.sum (map (\j -> xss[i][j]) (iota (length xss[i])))) (iota n)

-- ==
-- entry: by_index
-- input { empty([0][?]f64) }
-- output { empty([0]f64) }
-- input { [[1.0, 2.5], empty([0]f64), [4.0]] }
-- output { [3.5f64, 0.0f64, 4.0f64] }

-- A weighted product of three arrays.
entry weighted [n] (xs: [n]f64) (ys: [n]f64) (ws: [n]f64): f64 = reduce_comm (+) 0 (map (\(x, y, w) -> x * y * w) (zip3 xs ys ws))

-- ==
-- entry: weighted
-- input { [1.0, 2.0] [3.0, 4.0] [0.5, 0.25] }
-- output { 3.5f64 }

-- A sparse matrix in coordinates, and one whose rows begin at flags.
entry coordinates [m] [k] (n: i64) (rows: [m]i64) (cols: [m]i64) (vals: [m]f64) (v: [k]f64): [n]f64 =
  reduce_by_index (replicate n 0) (+) 0 rows (map2 (\c x -> x * v[c]) cols vals)
entry flags [m] [k] (starts: [m]bool) (cols: [m]i64) (vals: [m]f64) (v: [k]f64): []f64 =
  let products = map2 (\c x -> x * v[c]) cols vals
  let sums = scan (\(f, x) (g, y) -> (f || g, if g then y else x + y)) (false, 0) (zip starts products)
  let ends = map (\i -> i + 1 == m || starts[i + 1]) (iota m)
  in map (.0) (filter (.1) (zip (map (.1) sums) ends))

-- ==
-- entry: coordinates
-- input { 3i64 [0i64, 2i64, 0i64, 1i64] [1i64, 0i64, 0i64, 1i64] [1.0, 2.0, 3.0, 4.0] [10.0, 20.0] }
-- output { [50.0f64, 80.0f64, 20.0f64] }
-- input { 3i64 [0i64] [2i64] [1.0] [10.0, 20.0] }
-- error: Index \[2\] out of bounds for array of shape \[2\]

-- ==
-- entry: flags
-- input { empty([0]bool) empty([0]i64) empty([0]f64) [10.0, 20.0] }
-- output { empty([0]f64) }
-- input { [true, false, true, true] [1i64, 0i64, 0i64, 1i64] [1.0, 2.0, 3.0, 4.0] [10.0, 20.0] }
-- output { [40.0f64, 30.0f64, 80.0f64] }

-- What is kept of records, of indices, and of neighbours.
entry of_records [n] (ps: [n]{x: i64, y: f64}): []f64 = map (.y) (filter (\p -> p.x > 0) ps)
entry of_indices [n] (xs: [n]i64): []i64 = map (\i -> xs[i]) (filter (\i -> xs[i] > 0) (iota n))
entry unique [n] (xs: [n]i64): []i64 = map (.0) (filter (\(x, i) -> i == 0 || xs[i - 1] != x) (zip xs (iota n)))

-- ==
-- entry: of_records
-- input { [1i64, -1i64, 2i64] [0.5, 1.5, 2.5] }
-- output { [0.5f64, 2.5f64] }

-- ==
-- entry: of_indices
-- input { [3i64, -1i64, 2i64] }
-- output { [3i64, 2i64] }

-- ==
-- entry: unique
-- input { empty([0]i64) }
-- output { empty([0]i64) }
-- input { [3i64, 3i64, 2i64, 2i64, 3i64] }
-- output { [3i64, 2i64, 3i64] }

-- A histogram of a comprehension over rows.
entry digits [n] (k: i64) (iss: [n][?]i64): [k]i64 = let is = [ i % k | is <- iss, i <- is ] in hist (+) 0 k is (map (\_ -> 1) is)

-- ==
-- entry: digits
-- input { 3i64 [[1i64, 2i64], empty([0]i64), [5i64, 6i64, 8i64]] }
-- output { [1i64, 1i64, 3i64] }

-- Sums over pairs, over neighbours of neighbours, and over what is flattened.
entry pairs [n] (xs: [n]f64): f64 = f64.sum [ xs[i] * xs[j] | i <- iota n, j <- iota i ]
entry neighbours [n] (adj: [n][?]i64): i64 = i64.sum [ w | us <- adj, u <- us, w <- adj[u] ]
entry expanded [n] (ss: [n]i64): i64 = reduce (+) 0 (flatten (map (\s -> map (\j -> s + j) (iota s)) ss))

-- ==
-- entry: pairs
-- input { empty([0]f64) }
-- output { 0.0f64 }
-- input { [1.0, 2.0, 3.0] }
-- output { 11.0f64 }

-- ==
-- entry: neighbours
-- input { [[1i64, 2i64], empty([0]i64), [0i64, 2i64, 1i64]] }
-- output { 9i64 }

-- ==
-- entry: expanded
-- input { [0i64, 3i64, 1i64] }
-- output { 13i64 }

-- Variances of records with rows, positions of least elements, differences of running sums.
entry variances [n] (rs: [n]{id: i64, xs: [?]f64}): [n]{id: i64, v: f64} =
  map (\r -> let m = f64.sum r.xs / f64.i64 (length r.xs) in {id = r.id, v = f64.sum (map (\x -> (x - m) ** 2) r.xs)}) rs
entry least [n] (xss: [n][?]f64): [n]i64 =
  map (\xs -> (reduce (\(i, x) (j, y) -> if y < x then (j, y) else (i, x)) (-1, f64.inf) (zip (indices xs) xs)).0) xss
entry before [n] (xss: [n][?]f64): [n][?]f64 = map (\xs -> map2 (-) (scan (+) 0 xs) xs) xss
entry shifted [n] (xs: [n]i64): [n]i64 = let s = scan (+) 0 xs in map (\i -> if i == 0 then 0 else s[i - 1]) (iota n)

-- ==
-- entry: variances
-- input { [7i64, 8i64] [[1.0, 3.0], [2.0]] }
-- output { [7i64, 8i64] [2.0f64, 0.0f64] }

-- ==
-- entry: least
-- input { [[3.0, 1.0, 2.0], empty([0]f64), [5.0]] }
-- output { [1i64, -1i64, 0i64] }

-- ==
-- entry: before
-- input { [[3.0, 1.0, 2.0], empty([0]f64), [5.0]] }
-- output { [[0.0f64, 3.0f64, 4.0f64], empty([0]f64), [0.0f64]] }

-- ==
-- entry: shifted
-- input { [3i64, 1i64, 2i64] }
-- output { [0i64, 3i64, 4i64] }

-- Records with several rows.
entry summed [n] (ps: [n]{name: [?]u8, ages: [?]i64}): [n](i64, i64) = map (\p -> (length p.name, i64.sum p.ages)) ps
entry eldest [n] (ps: [n]{name: [?]u8, ages: [?]i64}): i64 = i64.maximum (flatten (map (\p -> map (+ 1) p.ages) ps))

-- ==
-- entry: summed
-- input { [[30i64, 40i64], empty([0]i64)] [[97u8, 98u8], [99u8]] }
-- output { [2i64, 1i64] [70i64, 0i64] }

-- ==
-- entry: eldest
-- input { [[30i64, 40i64], empty([0]i64)] [[97u8, 98u8], [99u8]] }
-- output { 41i64 }

-- Chunks of one size, and edges to greater neighbours.
entry chunks [n] (k: i64) (xs: [n]i64): []i64 = map (\i -> i64.sum xs[i * k:(i + 1) * k]) (iota (n / k))
entry edges [n] (adj: [n][?]i64) (d: [n]i64): []i64 = [ v | (us, i) <- zip adj (iota n), v <- us, d[v] > d[i] ]

-- ==
-- entry: chunks
-- input { 2i64 [1i64, 2i64, 3i64, 4i64, 5i64] }
-- output { [3i64, 7i64] }
-- input { 0i64 [1i64] }
-- error: .

-- ==
-- entry: edges
-- input { [[1i64, 2i64], [0i64], [1i64]] [3i64, 4i64, 2i64] }
-- output { [1i64, 1i64] }
