-- Updates by what a nest of rows of its own sizes keeps are made where it is kept: the sizes are no array that is updated.
-- after: fuse_flat
-- count: 2 segs
-- count: 1 fills
-- count: 1 keep

entry f [n] (graph: [n][?]i64) (dist: [n]i64) (front: []i64): ([n]i64, []i64) =
  let fresh = filter (\w -> dist[w] < 0) (flatten (map (\v -> graph[v]) front))
  in (permute i64.min (replicate n i64.highest) fresh (indices fresh), fresh)
