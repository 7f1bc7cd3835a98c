-- A total that is needed where its scan is used is summed up beforehand: the scan is not stored.
-- after: fuse_flat
-- count: 2 seg
-- count: 0 arrays

entry f [n] (xs: [n]i64): [n]i64 =
  let total = i64.sum xs
  in map (\c -> total - c) (scan (+) 0 xs)
