-- Reductions of flattened rows are those of the reductions of the rows: no element is stored, and the host need not know how many there
-- are.
-- after: fuse_flat
-- count: 0 reads
-- count: 0 reshape
-- count: 15 segs
-- count without fuse: 6 reshape

entry sum [n] (ss: [n]i64): i64 = i64.sum (flatten (map (\s -> map (\j -> s + j) (iota s)) ss))

entry pairs [n] (xs: [n]f64): f64 = f64.sum [ xs[i] * xs[j] | i <- iota n, j <- iota i ]

-- Level by level.
entry two_levels [n] (adj: [n][?]i64): i64 = i64.sum [ w | us <- adj, u <- us, w <- adj[u] ]

-- Rows of one size, too.
entry regular [n] (m: i64) (ss: [n]i64): i64 = i64.sum (flatten (map (\s -> map (\j -> s + j) (iota m)) ss))

-- Two reductions, and code behind them.
entry mean [n] (ss: [n]i64): f64 =
  let xs = flatten (map (\s -> map (\j -> f64.i64 (s * j)) (iota s)) ss)
  in f64.sum xs / f64.maximum xs
