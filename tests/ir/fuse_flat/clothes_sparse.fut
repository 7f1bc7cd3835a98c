-- Sparse matrices, page ranks and histograms as other people would write them: pairs, records, helpers, comprehensions.
-- The counts are those of all together.
-- after: fuse_flat
-- count: 13 segs
-- count: 3 fills
-- count: 16 launches
-- count: 0 reads
-- count: 3 arrays

-- ragged: CSR by helper function, tuples of (start, stop)
def row [m] (vals: [m]f64) ((a, b): (i64, i64)): []f64 = vals[a:b]
entry ragged [n] [m] (offs: [n]i64) (vals: [m]f64): []f64 =
  let bounds = zip (init offs) (tail offs)
  in map (\b -> f64.sum (row vals b)) bounds

-- scan-made ends, hand-written slices
entry ends [n] [m] (sizes: [n]i64) (vals: [m]f64): [n]f64 =
  let ends = scan (+) 0 sizes
  in map2 (\s e -> f64.sum vals[e - s:e]) sizes ends

-- spmv: rows of (col, val) pairs, comprehension, helper dot
def dot [k] (xs: [k](i64, f64)) (v: []f64): f64 = reduce (+) 0 [ x * v[c] | (c, x) <- xs ]
entry spmv [n] [k] (rows: [n][?](i64, f64)) (v: [k]f64): [n]f64 = [ dot r v | r <- rows ]

-- spmv of CSR with zip
entry spmv_csr [n] [m] [k] (offs: [n]i64) (cols: [m]i64) (vals: [m]f64) (v: [k]f64): []f64 =
  map (\i -> let es = zip cols vals in f64.sum (map (\(c, x) -> x * v[c]) es[offs[i]:offs[i+1]])) (iota (n - 1))

-- pagerank pull with records
entry pull [n] (sources: [n][?]i64) (nodes: [n]{rank: f64, degree: i64}): [n]f64 =
  let share {rank, degree} = if degree == 0 then 0 else rank / f64.i64 degree
  let out = map share nodes
  let lost = f64.sum (map (\v -> if v.degree == 0 then v.rank else 0) nodes)
  let base = (0.15 + 0.85 * lost) / f64.i64 n
  in map (\us -> base + 0.85 * f64.sum (map (\u -> out[u]) us)) sources

-- push with edges as pairs
entry push [n] [m] (edges: [m](i64, i64)) (rank: [n]f64) (degree: [n]i64): [n]f64 =
  let sums = reduce_by_index (replicate n 0f64) (+) 0 (map (.1) edges)
               (map (\(s, _) -> rank[s] / f64.i64 (i64.max 1 degree[s])) edges)
  in map (\s -> 0.15 / f64.i64 n + 0.85 * s) sums

-- histogram of a nested array (3 deep)
entry hist3 (k: i64) (xsss: [][?][?]i64): [k]i64 =
  let all = flatten (map flatten xsss) in reduce_by_index (replicate k 0) (+) 0 all (map (const 1) all)

-- histogram with where
entry where [n] (k: i64) (xs: [n]i64) (ws: [n]f32): [k]f32 =
  let kept = [ (x, w) | (x, w) <- zip xs ws, x % 2 == 0 ]
  in reduce_by_index (replicate k 0) (+) 0 (map (.0) kept) (map (.1) kept)
