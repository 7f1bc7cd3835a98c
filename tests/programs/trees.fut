-- tree given by children lists; sizes and depths by recursion, also iteratively
def size (t: [][?]i64) (v: i64): i64 = 1 + i64.sum (map (size t) t[v])
def depth (t: [][?]i64) (v: i64): i64 = 1 + i64.maximum ([0] ++ map (depth t) t[v])
def preorder (t: [][?]i64) (v: i64): []i64 = [v] ++ flatten (map (preorder t) t[v])
def paths (t: [][?]i64) (v: i64): [][?]i64 =
  if null t[v] then [[v]] else map (\p -> [v] ++ p) (flatten (map (paths t) t[v]))
-- ==
-- entry: main
-- input { [[1i64,2i64],[3i64],[],[]] } output { 4i64 3i64 [0i64,1i64,3i64,2i64] [[0i64,1i64,3i64],[0i64,2i64]] }
entry main (t: [][?]i64) = (size t 0, depth t 0, preorder t 0, paths t 0)
