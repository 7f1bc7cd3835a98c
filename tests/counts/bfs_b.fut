-- A round of a search in a graph of irregular rows: by flattening rows, and with the prelude's expansion.

entry by_rows [n] (graph: [n][?]i64) (dist: *[n]i64) (front: []i64) (d: i64): ([n]i64, []i64) =
  let near = flatten (map (\v -> graph[v]) front)
  let fresh = filter (\w -> dist[w] < 0) near
  let firsts = permute i64.min (replicate n i64.highest) fresh (indices fresh)
  let next = map (\i -> fresh[i]) (filter (\i -> firsts[fresh[i]] == i) (indices fresh))
  in (scatter dist next (map (const (d + 1)) next), next)

-- Every vertex looks whether one of its sources is in the frontier: no expansion at all.
-- Two kernels, not one: rows of vertices that have been reached are not looked at, however long they are, so where the others begin
-- has to be computed (rule MASK: a row whose side is not taken has no elements).
entry by_pulling [n] (sources: [n][?]i64) (dist: [n]i64) (d: i64): [n]i64 =
  map2 (\us old -> if old >= 0 then old else if any (\u -> dist[u] == d) us then d + 1 else -1) sources dist

def graph (n: i64) (size: i64 -> i64): [n][?]i64 = map (\i -> map (\j -> (i * 3 + j) % n) (iota (size i))) (iota n)
entry by_rows_data (n: i64): ([n][?]i64, [n]i64, []i64, i64) =
  (graph n (\i -> i * 7 % 5), map (\i -> if i % 3 == 0 then 1 else -1) (iota n), filter (\i -> i % 3 == 0) (iota n), 1)
entry by_pulling_data (n: i64): ([n][?]i64, [n]i64, i64) =
  (graph n (\i -> i * 7 % 5), map (\i -> if i % 3 == 0 then 1 else -1) (iota n), 1)
entry by_pulling_skewed (n: i64): ([n][?]i64, [n]i64, i64) =
  (graph n (\i -> if i == n / 2 then 2 * n else i % 2), map (\i -> if i % 3 == 0 then 1 else -1) (iota n), 1)

-- The cases below are written by oracle.py.

-- ==
-- entry: by_rows
-- input { empty([0][?]i64) empty([0]i64) empty([0]i64) 0i64 }
-- output { empty([0]i64) empty([0]i64) }
-- input { [[1i64], [0i64]] [0i64, -1i64] [0i64] 0i64 }
-- output { [0i64, 1i64] [1i64] }
-- input { [[1i64, 2i64, 1i64], [3i64], [3i64, 0i64, 4i64], empty([0]i64), [4i64], [0i64]] [0i64, 1i64, 1i64, -1i64, -1i64, -1i64] [1i64, 2i64] 1i64 }
-- output { [0i64, 1i64, 1i64, 2i64, 2i64, -1i64] [3i64, 4i64] }
-- input { [[1i64, 2i64, 1i64], [3i64], [3i64, 0i64, 4i64], empty([0]i64), [4i64], [0i64]] [-1i64, -1i64, -1i64, 0i64, -1i64, -1i64] [3i64] 0i64 }
-- output { [-1i64, -1i64, -1i64, 0i64, -1i64, -1i64] empty([0]i64) }
-- input { [[1i64, 2i64, 1i64], [3i64], [3i64, 0i64, 4i64], empty([0]i64), [4i64], [0i64]] [0i64, -1i64, -1i64, -1i64, -1i64, -1i64] [0i64] 0i64 }
-- output { [0i64, 1i64, 1i64, -1i64, -1i64, -1i64] [1i64, 2i64] }

-- ==
-- entry: by_pulling
-- input { empty([0][?]i64) empty([0]i64) 0i64 }
-- output { empty([0]i64) }
-- input { [[1i64], [0i64]] [0i64, -1i64] 0i64 }
-- output { [0i64, 1i64] }
-- input { [[1i64, 2i64, 1i64], [3i64], [3i64, 0i64, 4i64], empty([0]i64), [4i64], [0i64]] [0i64, 1i64, 1i64, -1i64, -1i64, -1i64] 1i64 }
-- output { [0i64, 1i64, 1i64, -1i64, -1i64, -1i64] }
-- input { [[1i64, 2i64, 1i64], [3i64], [3i64, 0i64, 4i64], empty([0]i64), [4i64], [0i64]] [-1i64, -1i64, -1i64, 0i64, -1i64, -1i64] 0i64 }
-- output { [-1i64, 1i64, 1i64, 0i64, -1i64, -1i64] }
-- input { [[1i64, 2i64, 1i64], [3i64], [3i64, 0i64, 4i64], empty([0]i64), [4i64], [0i64]] [0i64, -1i64, -1i64, -1i64, -1i64, -1i64] 0i64 }
-- output { [0i64, -1i64, 1i64, -1i64, -1i64, 1i64] }
