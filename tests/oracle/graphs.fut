-- Graphs as adjacency lists of varying length.

entry bfs [n] (adj: [n][?]i64) (source: i64): [n]i64 =
  let dist = replicate n (-1)
  let (dist, _, _) =
    loop (dist, front, d) = (dist with [source] = 0, [source], 1) while length front > 0 do
      let next = [ t | f <- front, t <- adj[f], dist[t] == -1 ]
      let dist = scatter dist next (map (const d) next)
      let front = [ key | t <- next, group by key = t ]
      in (dist, front, d + 1)
  in dist

entry levels [n] (adj: [n][?]i64) (source: i64): [][?]i64 =
  let (_, _, all) =
    loop (seen, front, all: [][?]i64) = (replicate n false with [source] = true, [source], [[source]]) while length front > 0 do
      let next = [ key | f <- front, t <- adj[f], !seen[t], group by key = t ]
      let seen = scatter seen next (map (const true) next)
      in (seen, next, if length next > 0 then all ++ [next] else all)
  in all

entry degrees [n] (adj: [n][?]i64): ([n]i64, [n]i64) =
  let ts = flatten adj
  in (lengths adj, permute (+) (replicate n 0) ts (map (const 1) ts))

entry reversed [n] (adj: [n][?]i64): [n][?]i64 =
  [ [ i | i <- iota n, any (== t) adj[i] ] | t <- iota n ]

entry triangles [n] (adj: [n][?]i64): i64 =
  i64.sum [ 1 | a <- iota n, b <- adj[a], a < b, c <- adj[b], b < c, any (== c) adj[a] ]

entry components [n] (adj: [n][?]i64): [n]i64 =
  let (labels, _) =
    loop (labels, changed) = (iota n, true) while changed do
      let best = map2 (\l out -> reduce i64.min l (map (\t -> labels[t]) out)) labels adj
      in (best, or (map2 (!=) best labels))
  in labels

entry two_hops [n] (adj: [n][?]i64): [n][?]i64 =
  map2 (\i out -> [ key | a <- out, b <- adj[a], b != i, group by key = b ]) (iota n) adj

entry subgraph [n] (adj: [n][?]i64) (keep: [n]bool): [n][?]i64 =
  map2 (\k out -> if k then filter (\t -> keep[t]) out else []) keep adj

-- The cases below are written by oracle.py.

-- ==
-- entry: bfs
-- input { [[0i64]] 0i64 }
-- output { [0i64] }
-- input { [empty([0]i64)] 0i64 }
-- output { [0i64] }
-- input { [[0i64], empty([0]i64)] 1i64 }
-- output { [-1i64, 0i64] }
-- input { [[2i64], empty([0]i64), [0i64]] 1i64 }
-- output { [-1i64, 0i64, -1i64] }
-- input { [[0i64, 1i64], [1i64]] 0i64 }
-- output { [0i64, 1i64] }
-- input { [[2i64, 3i64], empty([0]i64), [1i64], [0i64, 2i64, 3i64]] 1i64 }
-- output { [-1i64, 0i64, -1i64, -1i64] }
-- input { [empty([0]i64), [1i64, 2i64], empty([0]i64)] 1i64 }
-- output { [-1i64, 0i64, 1i64] }
-- input { [[3i64], empty([0]i64), empty([0]i64), [3i64, 4i64], [0i64]] 3i64 }
-- output { [2i64, -1i64, -1i64, 0i64, 1i64] }

-- ==
-- entry: levels
-- input { [[0i64]] 0i64 }
-- output { [[0i64]] }
-- input { [[0i64, 1i64], empty([0]i64)] 0i64 }
-- output { [[0i64], [1i64]] }
-- input { [[2i64], empty([0]i64), [1i64, 2i64]] 1i64 }
-- output { [[1i64]] }
-- input { [empty([0]i64), empty([0]i64)] 1i64 }
-- output { [[1i64]] }
-- input { [[1i64, 2i64], [0i64], [0i64]] 2i64 }
-- output { [[2i64], [0i64], [1i64]] }
-- input { [[3i64], empty([0]i64), [3i64], [1i64, 3i64], [4i64]] 3i64 }
-- output { [[3i64], [1i64]] }
-- input { [[4i64], [0i64, 1i64, 2i64, 3i64, 4i64], empty([0]i64), [2i64, 3i64, 4i64, 5i64], [1i64], empty([0]i64)] 3i64 }
-- output { [[3i64], [2i64, 4i64, 5i64], [1i64], [0i64]] }
-- input { [[2i64], [0i64, 1i64, 2i64, 3i64, 4i64], [1i64, 2i64], empty([0]i64), [3i64, 4i64]] 3i64 }
-- output { [[3i64]] }

-- ==
-- entry: degrees
-- input { empty([0][?]i64) }
-- output { empty([0]i64) empty([0]i64) }
-- input { [[0i64, 1i64], [0i64, 1i64]] }
-- output { [2i64, 2i64] [2i64, 2i64] }
-- input { [[0i64, 1i64], empty([0]i64)] }
-- output { [2i64, 0i64] [1i64, 1i64] }
-- input { [[0i64], [0i64, 1i64]] }
-- output { [1i64, 2i64] [2i64, 1i64] }
-- input { [empty([0]i64), empty([0]i64), [0i64, 1i64, 2i64, 3i64], empty([0]i64), empty([0]i64)] }
-- output { [0i64, 0i64, 4i64, 0i64, 0i64] [1i64, 1i64, 1i64, 1i64, 0i64] }
-- input { [[2i64], empty([0]i64), [0i64]] }
-- output { [1i64, 0i64, 1i64] [1i64, 0i64, 1i64] }
-- input { [empty([0]i64)] }
-- output { [0i64] [0i64] }
-- input { [empty([0]i64), [6i64], [3i64, 4i64], [3i64, 4i64, 6i64], [5i64], [1i64, 3i64, 4i64], [4i64]] }
-- output { [0i64, 1i64, 2i64, 3i64, 1i64, 3i64, 1i64] [0i64, 1i64, 0i64, 3i64, 4i64, 1i64, 2i64] }

-- ==
-- entry: reversed
-- input { empty([0][?]i64) }
-- output { empty([0][?]i64) }
-- input { [[0i64]] }
-- output { [[0i64]] }
-- input { [[0i64, 1i64, 2i64], [0i64, 1i64], [0i64, 1i64, 2i64]] }
-- output { [[0i64, 1i64, 2i64], [0i64, 1i64, 2i64], [0i64, 2i64]] }
-- input { [empty([0]i64), empty([0]i64), [1i64]] }
-- output { [empty([0]i64), [2i64], empty([0]i64)] }
-- input { [[0i64, 1i64, 2i64], [0i64, 1i64], empty([0]i64)] }
-- output { [[0i64, 1i64], [0i64, 1i64], [0i64]] }
-- input { [[0i64], [2i64, 3i64, 4i64], [0i64, 2i64], empty([0]i64), [2i64, 3i64, 4i64]] }
-- output { [[0i64, 2i64], empty([0]i64), [1i64, 2i64, 4i64], [1i64, 4i64], [1i64, 4i64]] }
-- input { [[0i64, 1i64], empty([0]i64)] }
-- output { [[0i64], [0i64]] }
-- input { [[1i64], [6i64], [2i64], [0i64, 5i64], [0i64, 2i64, 6i64], [6i64], empty([0]i64)] }
-- output { [[3i64, 4i64], [0i64], [2i64, 4i64], empty([0]i64), empty([0]i64), [3i64], [1i64, 4i64, 5i64]] }

-- ==
-- entry: triangles
-- input { empty([0][?]i64) }
-- output { 0i64 }
-- input { [[1i64], [0i64]] }
-- output { 0i64 }
-- input { [[0i64, 1i64, 2i64], [1i64, 2i64], empty([0]i64)] }
-- output { 1i64 }
-- input { [[3i64], [1i64], empty([0]i64), empty([0]i64)] }
-- output { 0i64 }
-- input { [empty([0]i64), [1i64, 2i64], [1i64, 2i64], [0i64, 2i64]] }
-- output { 0i64 }
-- input { [[0i64, 1i64, 2i64], [1i64, 2i64], [1i64]] }
-- output { 1i64 }
-- input { [[0i64]] }
-- output { 0i64 }
-- input { [[0i64, 1i64, 4i64], empty([0]i64), [2i64, 4i64], [3i64], [0i64, 1i64]] }
-- output { 0i64 }

-- ==
-- entry: components
-- input { empty([0][?]i64) }
-- output { empty([0]i64) }
-- input { [[0i64, 1i64], [0i64, 1i64]] }
-- output { [0i64, 0i64] }
-- input { [[0i64]] }
-- output { [0i64] }
-- input { [[0i64], [0i64, 1i64, 2i64], empty([0]i64), [3i64]] }
-- output { [0i64, 0i64, 2i64, 3i64] }
-- input { [[0i64, 1i64], [1i64], [0i64, 1i64]] }
-- output { [0i64, 1i64, 0i64] }
-- input { [empty([0]i64), [1i64], [1i64], empty([0]i64), [3i64], empty([0]i64), [0i64, 3i64, 4i64]] }
-- output { [0i64, 1i64, 1i64, 3i64, 3i64, 5i64, 0i64] }
-- input { [[0i64], [0i64, 1i64]] }
-- output { [0i64, 0i64] }
-- input { [empty([0]i64), [1i64]] }
-- output { [0i64, 1i64] }

-- ==
-- entry: two_hops
-- input { empty([0][?]i64) }
-- output { empty([0][?]i64) }
-- input { [[0i64]] }
-- output { [empty([0]i64)] }
-- input { [empty([0]i64), [0i64], [1i64, 3i64], [0i64]] }
-- output { [empty([0]i64), empty([0]i64), [0i64], empty([0]i64)] }
-- input { [[0i64, 1i64, 4i64], empty([0]i64), [2i64], [2i64], empty([0]i64)] }
-- output { [[1i64, 4i64], empty([0]i64), empty([0]i64), [2i64], empty([0]i64)] }
-- input { [empty([0]i64), empty([0]i64), [2i64], [1i64, 3i64], empty([0]i64)] }
-- output { [empty([0]i64), empty([0]i64), empty([0]i64), [1i64], empty([0]i64)] }
-- input { [[0i64, 1i64, 2i64], empty([0]i64), [0i64, 1i64, 2i64]] }
-- output { [[1i64, 2i64], empty([0]i64), [0i64, 1i64]] }
-- input { [[1i64], empty([0]i64), empty([0]i64), [0i64], [0i64, 2i64, 3i64]] }
-- output { [empty([0]i64), empty([0]i64), empty([0]i64), [1i64], [0i64, 1i64]] }
-- input { [[0i64, 5i64], [1i64, 2i64, 4i64], [0i64, 1i64, 4i64], empty([0]i64), [0i64], [0i64]] }
-- output { [[5i64], [0i64, 2i64, 4i64], [0i64, 1i64, 4i64, 5i64], empty([0]i64), [0i64, 5i64], [0i64]] }

-- ==
-- entry: subgraph
-- input { empty([0][?]i64) empty([0]bool) }
-- output { empty([0][?]i64) }
-- input { [empty([0]i64), empty([0]i64)] [false, false] }
-- output { [empty([0]i64), empty([0]i64)] }
-- input { [empty([0]i64), [0i64, 1i64]] [false, false] }
-- output { [empty([0]i64), empty([0]i64)] }
-- input { [[0i64]] [false] }
-- output { [empty([0]i64)] }
-- input { [[1i64], empty([0]i64), empty([0]i64)] [false, true, false] }
-- output { [empty([0]i64), empty([0]i64), empty([0]i64)] }
-- input { [[1i64], [0i64, 2i64], empty([0]i64), [0i64, 3i64]] [true, true, false, true] }
-- output { [[1i64], [0i64], empty([0]i64), [0i64, 3i64]] }
-- input { [empty([0]i64)] [true] }
-- output { [empty([0]i64)] }
-- input { [empty([0]i64), [4i64], empty([0]i64), [0i64], empty([0]i64)] [true, true, true, true, false] }
-- output { [empty([0]i64), empty([0]i64), empty([0]i64), [0i64], empty([0]i64)] }
