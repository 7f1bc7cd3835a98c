-- Scans go past the ends of rows, and what updates an accumulator stands in a block of its own: they go through flat elements.
-- after: fuse_flat
-- spaces: 2 1 2 1 1

entry scanned [n] [m] (xs: [n]i64) (ys: [m]i64): []i64 =
  scan (+) 0 (flatten (map (\x -> map (\y -> x * y) ys) xs))

entry updated [n] [m] (xs: [n]i64) (ys: [m]i64): ([]i64, [8]i64) =
  let zs = flatten (map (\x -> map (\y -> x * y) ys) xs)
  in (zs, reduce_by_index (replicate 8 0) (+) 0 (map (% 8) zs) zs)
