-- Histograms over the same elements are one accumulation, and what both need is not stored.
-- after: fuse
-- count: 1 with_acc
-- count: 1 screma

entry f [n] (xs: [n]i64): ([10]i64, [10]i64) =
  let is = map (\x -> x * x % 10) xs
  in (reduce_by_index (replicate 10 0) (+) 0 is xs, reduce_by_index (replicate 10 0) i64.max i64.lowest is xs)
