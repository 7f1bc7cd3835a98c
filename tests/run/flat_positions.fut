-- What is done with the elements of a flattened nest, and where failures find them.

entry kept (sizes: []i64): []i64 =
  let xs = expand (\s -> s) (\s j -> s * j) sizes
  in filter (> 3) (map2 (\x i -> x ^ i) xs (indices xs))
-- ==
-- entry: kept
-- input { empty([0]i64) }
-- output { empty([0]i64) }
-- input { [0i64, 0i64] }
-- output { empty([0]i64) }
-- input { [3i64, 0i64, 1i64, 4i64] }
-- output { [4i64, 4i64, 14i64, 11i64] }

entry failing (sizes: []i64): []i64 =
  map (\x -> 12 / x) (expand (\s -> s) (\s j -> s - j - 1) sizes)
-- ==
-- entry: failing
-- input { [0i64] }
-- output { empty([0]i64) }
-- input { [0i64, 3i64, 0i64] }
-- error: flat_positions\.fut:16:14: division by zero \(row 2\)$

entry chained (k: i64) (sizes: []i64): []i64 =
  let xs = expand (\s -> s) (\s j -> j * (s - 3)) sizes
  let at = expand (\x -> x) (\x j -> (x + j) % k) xs
  in reduce_by_index (replicate k 0) (+) 0 at (map (const 1) at)
-- ==
-- entry: chained
-- input { 3i64 [0i64, 5i64, 3i64, 4i64] }
-- output { [9i64, 8i64, 9i64] }
-- input { 3i64 [5i64, 0i64, 2i64] }
-- error: flat_positions\.fut:26:12: negative size -1 \(row 6\)$
-- input { 3i64 empty([0]i64) }
-- output { [0i64, 0i64, 0i64] }
-- input { 2i64 [60i64, 0i64, 4i64] }
-- output { [50432i64, 50464i64] }

entry elsewhere (sizes: []i64) (at: i64): ([]i64, i64) =
  let xs = expand (\s -> s) (\s j -> s * j) sizes
  in (filter (> 3) (map2 (\x i -> x ^ i) xs (indices xs)), xs[at])
-- ==
-- entry: elsewhere
-- input { [3i64, 4i64] 4i64 }
-- output { [4i64, 13i64, 10i64] 4i64 }

-- A number computed from the position alone is no number of the whole kernel.
entry placed (n: i64) (sizes: []i64): [n]i64 =
  let xs = [s + j | s <- sizes, s > 1, j <- iota s]
  in scatter (replicate n 0) (map (\i -> i * 2) (indices xs)) xs
-- ==
-- entry: placed
-- input { 9i64 [2i64, 1i64, 3i64] }
-- output { [2i64, 0i64, 3i64, 0i64, 3i64, 0i64, 4i64, 0i64, 5i64] }
-- input { 2i64 [0i64, 1i64] }
-- output { [0i64, 0i64] }
