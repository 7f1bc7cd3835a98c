-- A step of PageRank over outgoing edges: every edge adds what its source sends to its target.

entry push [n] [m] (srcs: [m]i32) (dsts: [m]i32) (degrees: [n]i32) (ranks: [n]f32): [n]f32 =
  let sent = map2 (\d r -> if d == 0 then 0 else r / f32.i32 d) degrees ranks
  let dangling = f32.sum (map2 (\d r -> if d == 0 then r else 0) degrees ranks)
  let base = (0.15 + 0.85 * dangling) / f32.i64 n
  let sums = reduce_by_index (replicate n 0) (+) 0 (map i64.i32 dsts) (map (\u -> sent[i64.i32 u]) srcs)
  in map (\s -> base + 0.85 * s) sums

entry push_data (n: i64): ([]i32, []i32, [n]i32, [n]f32) =
  let edges = iota (3 * n)
  let srcs = map (\e -> e * 5 % n) edges
  let degrees = hist (+) 0 n srcs (map (const 1) edges)
  in (map i32.i64 srcs, map (\e -> i32.i64 (e * 7 % n)) edges, degrees, replicate n (1 / f32.i64 n))
-- Every edge leads to one vertex.
entry push_skewed (n: i64): ([]i32, []i32, [n]i32, [n]f32) =
  let edges = iota (3 * n)
  let srcs = map (\e -> e * 5 % n) edges
  let degrees = hist (+) 0 n srcs (map (const 1) edges)
  in (map i32.i64 srcs, map (const (i32.i64 (n / 2))) edges, degrees, replicate n (1 / f32.i64 n))

-- The cases below are written by oracle.py.

-- ==
-- entry: push
-- input { empty([0]i32) empty([0]i32) empty([0]i32) empty([0]f32) }
-- output { empty([0]f32) }
-- input { [1i32, 0i32] [0i32, 1i32] [1i32, 1i32] [0.75f32, 0.25f32] }
-- output { [0.2875f32, 0.7124999999999999f32] }
-- input { [1i32, 2i32, 3i32, 0i32, 1i32, 1i32, 2i32] [0i32, 0i32, 0i32, 2i32, 4i32, 4i32, 4i32] [1i32, 3i32, 2i32, 1i32, 0i32] [0.5f32, 0.125f32, 0.125f32, 0.25f32, 0.0f32] }
-- output { [0.3310416666666667f32, 0.03f32, 0.45499999999999996f32, 0.03f32, 0.1539583333333333f32] }
