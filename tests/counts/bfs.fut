-- Breadth-first search in a graph of offsets and neighbours. A round finds the neighbours of the frontier that have no distance
-- yet; of several edges to one vertex the first counts.

def step [n] [k] [m] (offs: [k]i64) (adj: [m]i64) (dist: *[n]i64) (front: []i64) (d: i64): (*[n]i64, []i64) =
  let targets = [ adj[e] | v <- front, e <- offs[v]..<offs[v + 1], dist[adj[e]] < 0 ]
  let marks = reduce_by_index (replicate n i64.highest) i64.min i64.highest targets (indices targets)
  let next = map (.0) (filter (\(w, i) -> marks[w] == i) (zip targets (indices targets)))
  in (scatter dist next (map (const (d + 1)) next), next)

entry round [n] [k] [m] (offs: [k]i64) (adj: [m]i64) (dist: *[n]i64) (front: []i64) (d: i64): ([n]i64, []i64) =
  step offs adj dist front d

entry bfs [k] [m] (offs: [k]i64) (adj: [m]i64) (source: i64): []i64 =
  let n = k - 1
  let dist = replicate n (-1) with [source] = 0
  let (dist, _, _) =
    loop (dist: *[n]i64, front, d) = (dist, [source], 0) while !(null front) do
      let (dist, next) = step offs adj dist front d
      in (dist, next, d + 1)
  in dist

def graph (n: i64) (sizes: [n]i64): ([]i64, []i64) =
  ([0] ++ scan (+) 0 sizes, map (\e -> (e * 5 + 1) % n) (iota (i64.sum sizes)))
entry round_data (n: i64): ([]i64, []i64, [n]i64, []i64, i64) =
  let (offs, adj) = graph n (map (\i -> i * 7 % 5) (iota n))
  in (offs, adj, map (\i -> if i % 3 == 0 then 1 else -1) (iota n), filter (\i -> i % 3 == 0) (iota n), 1)
entry round_skewed (n: i64): ([]i64, []i64, [n]i64, []i64, i64) =
  let (offs, adj) = graph n (map (\i -> if i == n / 2 then 2 * n else i % 2) (iota n))
  in (offs, adj, map (\i -> if i == n / 2 then 1 else -1) (iota n), [n / 2], 1)
entry bfs_data (n: i64): ([]i64, []i64, i64) =
  let (offs, adj) = graph n (map (\i -> 1 + i * 7 % 5) (iota n)) in (offs, adj, 0)

-- The cases below are written by oracle.py.

-- ==
-- entry: round
-- input { [0i64] empty([0]i64) empty([0]i64) empty([0]i64) 0i64 }
-- output { empty([0]i64) empty([0]i64) }
-- input { [0i64, 1i64, 2i64] [1i64, 0i64] [0i64, -1i64] [0i64] 0i64 }
-- output { [0i64, 1i64] [1i64] }
-- input { [0i64, 3i64, 4i64, 7i64, 7i64, 8i64, 9i64] [1i64, 2i64, 1i64, 3i64, 3i64, 0i64, 4i64, 4i64, 0i64] [0i64, 1i64, 1i64, -1i64, -1i64, -1i64] [1i64, 2i64] 1i64 }
-- output { [0i64, 1i64, 1i64, 2i64, 2i64, -1i64] [3i64, 4i64] }
-- input { [0i64, 3i64, 4i64, 7i64, 7i64, 8i64, 9i64] [1i64, 2i64, 1i64, 3i64, 3i64, 0i64, 4i64, 4i64, 0i64] [-1i64, -1i64, -1i64, 0i64, -1i64, -1i64] [3i64] 0i64 }
-- output { [-1i64, -1i64, -1i64, 0i64, -1i64, -1i64] empty([0]i64) }
-- input { [0i64, 3i64, 4i64, 7i64, 7i64, 8i64, 9i64] [1i64, 2i64, 1i64, 3i64, 3i64, 0i64, 4i64, 4i64, 0i64] [0i64, -1i64, -1i64, -1i64, -1i64, -1i64] [0i64] 0i64 }
-- output { [0i64, 1i64, 1i64, -1i64, -1i64, -1i64] [1i64, 2i64] }

-- ==
-- entry: bfs
-- input { [0i64, 0i64] empty([0]i64) 0i64 }
-- output { [0i64] }
-- input { [0i64, 3i64, 4i64, 7i64, 7i64, 8i64, 9i64] [1i64, 2i64, 1i64, 3i64, 3i64, 0i64, 4i64, 4i64, 0i64] 0i64 }
-- output { [0i64, 1i64, 1i64, 2i64, 2i64, -1i64] }
-- input { [0i64, 3i64, 4i64, 7i64, 7i64, 8i64, 9i64] [1i64, 2i64, 1i64, 3i64, 3i64, 0i64, 4i64, 4i64, 0i64] 3i64 }
-- output { [-1i64, -1i64, -1i64, 0i64, -1i64, -1i64] }
-- input { [0i64, 3i64, 4i64, 7i64, 7i64, 8i64, 9i64] [1i64, 2i64, 1i64, 3i64, 3i64, 0i64, 4i64, 4i64, 0i64] 5i64 }
-- output { [1i64, 2i64, 2i64, 3i64, 3i64, 0i64] }
