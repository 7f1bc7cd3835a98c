-- An operator that can fail does not move behind the check of something else, but behind that of a size.
-- after: fuse
-- count: 3 screma

entry checked (ys: []i64) (is: []i64) (k: i64): i64 =
  let as = map (\i -> ys[i]) is
  let n = assert (k > 0) k
  in i64.sum (map (* n) as)

entry sized (ys: []i64) (is: []i64) (k: i64): []i64 =
  let as = map (\i -> ys[i]) is
  in reduce_by_index (replicate k 0) (+) 0 as (map (const 1) as)
