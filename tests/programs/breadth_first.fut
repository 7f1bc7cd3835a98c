-- Breadth-first levels of a graph given as adjacency lists.
type~ graph [n] = [n][?]i64
def bfs [n] (g: graph [n]) (source: i64): [n]i64 =
  let dist = replicate n (-1) with [source] = 0
  let (dist, _, _) =
    loop (dist, frontier, d) = (dist, [source], 0) while length frontier > 0 do
      let next = flatten (map (\v -> g[v]) frontier)
      let fresh = filter (\v -> dist[v] == -1) next
      let dist = scatter dist fresh (map (const (d + 1)) fresh)
      -- drop duplicates: keep v when it is the first index
      let firsts = filter (\i -> all (\j -> fresh[j] != fresh[i]) (iota i)) (indices fresh)
      in (dist, map (\i -> fresh[i]) firsts, d + 1)
  in dist
-- ==
-- entry: main
-- input { [[1i64,2i64],[3i64],[3i64],[],[0i64]] 0i64 } output { [0i64,1i64,1i64,2i64,-1i64] }
entry main [n] (g: [n][?]i64) (s: i64) = bfs g s
