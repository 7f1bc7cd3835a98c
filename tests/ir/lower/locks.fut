-- An accumulator without atomics has locks for as many cells as there can be: the host does not wait for the number of cells.
-- after: lower
-- count: 0 reads

entry best [n] [m] (xs: [n]i64) (is: [m]i64) (vs: [m](i64, i64)): []i64 =
  let ys = filter (> 0) xs
  let later (a, i) (b, j) = if a > b || (a == b && i < j) then (a, i) else (b, j)
  let (as, _) = unzip (reduce_by_index (zip ys (copy ys)) later (i64.lowest, -1) is vs)
  in as
