-- A step of PageRank over incoming edges: every vertex adds up what its sources send. Vertices without outgoing edges send
-- their rank to everybody.

entry pull [n] [k] [m] (offs: [k]i32) (srcs: [m]i32) (degrees: [n]i32) (ranks: [n]f32): [n]f32 =
  let sent = map2 (\d r -> if d == 0 then 0 else r / f32.i32 d) degrees ranks
  let dangling = f32.sum (map2 (\d r -> if d == 0 then r else 0) degrees ranks)
  let base = (0.15 + 0.85 * dangling) / f32.i64 n
  in map (\v ->
            let a = i64.i32 offs[v]
            let b = i64.i32 offs[v + 1]
            in base + 0.85 * f32.sum (map (\u -> sent[i64.i32 u]) srcs[a:b]))
         (iota n)

def graph (n: i64) (sizes: [n]i64): ([]i32, []i32, [n]i32, [n]f32) =
  let edges = iota (i64.sum sizes)
  let srcs = map (\e -> e * 5 % n) edges
  let degrees = hist (+) 0 n srcs (map (const 1) edges)
  in ([0] ++ map i32.i64 (scan (+) 0 sizes), map i32.i64 srcs, degrees, replicate n (1 / f32.i64 n))
entry pull_data (n: i64): ([]i32, []i32, [n]i32, [n]f32) = graph n (map (\i -> i * 7 % 5) (iota n))
entry pull_skewed (n: i64): ([]i32, []i32, [n]i32, [n]f32) =
  graph n (map (\i -> if i == n / 2 then 2 * n else i % 2) (iota n))

-- The cases below are written by oracle.py.

-- ==
-- entry: pull
-- input { [0i32] empty([0]i32) empty([0]i32) empty([0]f32) }
-- output { empty([0]f32) }
-- input { [0i32, 1i32, 2i32] [1i32, 0i32] [1i32, 1i32] [0.75f32, 0.25f32] }
-- output { [0.2875f32, 0.7124999999999999f32] }
-- input { [0i32, 3i32, 3i32, 4i32, 4i32, 7i32] [1i32, 2i32, 3i32, 0i32, 1i32, 1i32, 2i32] [1i32, 3i32, 2i32, 1i32, 0i32] [0.5f32, 0.125f32, 0.125f32, 0.25f32, 0.0f32] }
-- output { [0.3310416666666667f32, 0.03f32, 0.45499999999999996f32, 0.03f32, 0.1539583333333333f32] }
