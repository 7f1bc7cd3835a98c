-- What is done with the elements of a flattened nest is done in the nest, and its result is flattened: one kernel each (and one that makes
-- offsets of sizes that are computed).
-- after: fuse_flat
-- count: 10 segs
-- spaces: 2 2r 1 2r 2 2 3 2 2 2
-- count without refine: 19 segs

entry of_a_row [n] [m] (xss: [n][m]i64): []i64 = map (* 2) (flatten (map (\r -> map (+ r[0]) r) xss))

entry ragged [n] (xss: [n][?]i64): []i64 = map (* 2) (flatten (map (\r -> map (+ length r) r) xss))

entry computed_sizes [n] (ks: [n]i64): []i64 = map (* 2) (flatten (map (\k -> map (+ k) (iota k)) ks))

entry product [n] [m] (xs: [n]i64) (ys: [m]i64): []i64 =
  map (% 7) (flatten (map (\x -> map (\y -> x * y) ys) xs))

entry twice [n] [m] [k] (xsss: [n][m][k]i64): []i64 =
  map (% 7) (flatten (map (\xss -> flatten (map (map (+ length xss)) xss)) xsss))

entry three_levels [n] [m] (xs: [n]i64) (ys: [m]i64): []i64 =
  map (% 7) (flatten_3d (map (\x -> map (\y -> map (\z -> x * y + z) xs) ys) xs))

-- The place of an element among all.
entry positions [n] [m] (xs: [n]i64) (ys: [m]i64): []i64 =
  let zs = flatten (map (\x -> map (\y -> x * y) ys) xs) in map2 (+) zs (indices zs)

-- Split again, it is the nest.
entry unflattened [n] [m] (xs: [n]i64) (ys: [m]i64): [n][m]i64 =
  unflatten (map (% 7) (flatten (map (\x -> map (\y -> x * y) ys) xs)))

entry kept [n] [m] (xs: [n]i64) (ys: [m]i64): []i64 =
  filter (> 3) (flatten (map (\x -> map (\y -> x * y) ys) xs))
