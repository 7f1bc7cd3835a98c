-- Rows that are flattened begin where the first of their own rows does: nobody adds up sizes.
-- after: fuse_flat
-- count: 2 segs
-- count: 0 arrays
-- count: 2 closed
-- count without offsets: 6 segs

entry sums [n] (xsss: [n][?][?]i64): [n]i64 = map (\xss -> i64.sum (flatten xss)) xsss
entry counts [n] (k: i64) (xsss: [n][?][?]i64): [k]i64 =
  let all = flatten (map flatten xsss)
  in reduce_by_index (replicate k 0) (+) 0 all (map (const 1) all)
