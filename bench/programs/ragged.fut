-- Rows of different lengths, between offsets: sums, sparse products, a step of PageRank.

def row [k] [m] 't (offs: [k]i32) (xs: [m]t) (i: i64) : []t =
  xs[i64.i32 offs[i]:i64.i32 offs[i + 1]]

entry sums [k] [m] (offs: [k]i32) (xs: [m]f32) : []f32 =
  map (\i -> f32.sum (row offs xs i)) (iota (k - 1))

entry spmv [k] [m] [c] (offs: [k]i32) (cols: [m]i32) (vals: [m]f64) (x: [c]f64) : []f64 =
  map (\i ->
         let products = map2 (\col v -> v * x[i64.i32 col]) (row offs cols i) (row offs vals i)
         in f64.sum products)
      (iota (k - 1))

entry pagerank [n] [k] [m] (offs: [k]i32) (srcs: [m]i32) (degrees: [n]i32) (ranks: [n]f32) :
    [n]f32 =
  let sent = map2 (\d r -> if d == 0 then 0 else r / f32.i32 d) degrees ranks
  let dangling = f32.sum (map2 (\d r -> if d == 0 then r else 0) degrees ranks)
  let base = (0.15 + 0.85 * dangling) / f32.i64 n
  in map (\v -> base + 0.85 * f32.sum (map (\u -> sent[i64.i32 u]) (row offs srcs v))) (iota n)

def noise (i: i64) : i64 =
  let x = u64.i64 i * 0x9E3779B97F4A7C15
  in i64.u64 ((x ^ (x >> 29)) >> 20)
def unit (i: i64) : f32 = f32.i64 (noise i % 1024) / 1024

-- Lengths of about 16 on average. 0: of nearly one length; 1: by a power law; 2: a few huge rows among empty ones.
def size (kind: i64) (n: i64) (i: i64) : i64 =
  if kind == 0
  then 14 + noise i % 5
  else if kind == 1
  then i64.min (16 * n / 8) (i64.f32 (2.2 / (unit i + 0.0005)) % n)
  else if i % (n / 4) == n / 8
  then 4 * n
  else 0
def offsets (kind: i64) (n: i64) : []i32 =
  [0] ++ map i32.i64 (scan (+) 0 (map (size kind n) (iota n)))

entry sums_data (kind: i64) (n: i64) : ([]i32, []f32) =
  let offs = offsets kind n
  in (offs, map unit (iota (i64.i32 offs[n])))
-- Columns near the diagonal, or anywhere.
entry spmv_data (kind: i64) (n: i64) : ([]i32, []i32, []f64, []f64) =
  let offs = offsets kind n
  let entries = iota (i64.i32 offs[n])
  let column e = if kind == 0 then i64.min (n - 1) (e / 16 + noise e % 64) else noise e % n
  in (offs,
      map (\e -> i32.i64 (column e)) entries,
      map (\e -> f64.f32 (unit e)) entries,
      map (\i -> f64.f32 (unit (i + n))) (iota n))
entry pagerank_data (kind: i64) (n: i64) : ([]i32, []i32, []i32, []f32) =
  let offs = offsets kind n
  let srcs = map (\e -> noise e % n) (iota (i64.i32 offs[n]))
  let degrees = hist (+) 0 n srcs (map (const 1i32) srcs)
  in (offs, map i32.i64 srcs, degrees, replicate n (1 / f32.i64 n))
