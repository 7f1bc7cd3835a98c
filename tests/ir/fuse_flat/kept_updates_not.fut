-- A compaction that reads the array which its elements update comes first.
-- after: fuse_flat
-- count: 2 seg
-- count: 1 with_acc

entry f [n] (xs: *[n]i64): ([n]i64, []i64) =
  let ys = filter (\x -> x > 0 && x < n && xs[x] < 5) xs
  in (scatter xs ys (map (const 7) ys), ys)
