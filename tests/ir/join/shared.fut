-- A tree that calls pass on as it is has no rows: the version over rows gets it once.
-- after: fuse_flat
-- count: 1 beside
-- spaces: 1 1 1 1 2r 1 1 1 1 2r 1 2r
def sums [n] (tree: [n]i64) (lo: i64) (hi: i64): []i64 =
  if hi - lo <= 2 then map (\x -> x * x) tree[lo:hi] else
  let mid = lo + (hi - lo) / 3 + 1
  in sums tree lo mid ++ sums tree mid hi
entry f [n] (tree: [n]i64) (his: []i64) = map (\hi -> sums tree 0 hi) his
