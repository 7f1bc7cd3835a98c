-- A sparse matrix as irregular rows, times a vector: by maps, by a comprehension, by expansion.

entry by_maps [n] [m] (rows: [n][?](i64, f64)) (x: [m]f64): [n]f64 =
  map (\row -> f64.sum (map (\(column, value) -> value * x[column]) row)) rows

entry by_comprehension [n] [m] (rows: [n][?](i64, f64)) (x: [m]f64): [n]f64 =
  [ f64.sum [ value * x[column] | (column, value) <- row ] | row <- rows ]

entry by_expansion [k] [m] [c] (offs: [k]i64) (cols: [m]i64) (vals: [m]f64) (x: [c]f64): []f64 =
  expand_reduce (\i -> offs[i + 1] - offs[i]) (\i j -> vals[offs[i] + j] * x[cols[offs[i] + j]]) (+) 0 (iota (k - 1))

def matrix (n: i64) (size: i64 -> i64): [n][?](i64, f64) =
  map (\i -> map (\j -> ((i * 3 + j) % n, f64.i64 (i + j))) (iota (size i))) (iota n)
entry by_maps_data (n: i64): ([n][?](i64, f64), [n]f64) = (matrix n (\i -> i * 7 % 5), map f64.i64 (iota n))
entry by_maps_skewed (n: i64): ([n][?](i64, f64), [n]f64) =
  (matrix n (\i -> if i == n / 2 then 2 * n else i % 2), map f64.i64 (iota n))
entry by_comprehension_data (n: i64): ([n][?](i64, f64), [n]f64) =
  (matrix n (\i -> i * 7 % 5), map f64.i64 (iota n))
entry by_expansion_data (n: i64): ([]i64, []i64, []f64, [n]f64) =
  let sizes = map (\i -> i * 7 % 5) (iota n)
  let entries = iota (i64.sum sizes)
  in ([0] ++ scan (+) 0 sizes, map (% n) entries, map f64.i64 entries, map f64.i64 (iota n))

-- The cases below are written by oracle.py.

-- ==
-- entry: by_maps
-- input { empty([0][?]i64) empty([0][?]f64) [1.0f64, 2.0f64] }
-- output { empty([0]f64) }
-- input { [[0i64, 1i64], [1i64]] [[2.0f64, 3.0f64], [4.0f64]] [1.0f64, 10.0f64] }
-- output { [32.0f64, 40.0f64] }
-- input { [empty([0]i64), [2i64, 0i64, 2i64], empty([0]i64), [1i64], empty([0]i64)] [empty([0]f64), [1.0f64, 2.0f64, 3.0f64], empty([0]f64), [4.0f64], empty([0]f64)] [1.0f64, 10.0f64, 100.0f64] }
-- output { [0.0f64, 402.0f64, 0.0f64, 40.0f64, 0.0f64] }

-- ==
-- entry: by_comprehension
-- input { empty([0][?]i64) empty([0][?]f64) [1.0f64, 2.0f64] }
-- output { empty([0]f64) }
-- input { [[0i64, 1i64], [1i64]] [[2.0f64, 3.0f64], [4.0f64]] [1.0f64, 10.0f64] }
-- output { [32.0f64, 40.0f64] }
-- input { [empty([0]i64), [2i64, 0i64, 2i64], empty([0]i64), [1i64], empty([0]i64)] [empty([0]f64), [1.0f64, 2.0f64, 3.0f64], empty([0]f64), [4.0f64], empty([0]f64)] [1.0f64, 10.0f64, 100.0f64] }
-- output { [0.0f64, 402.0f64, 0.0f64, 40.0f64, 0.0f64] }

-- ==
-- entry: by_expansion
-- input { [0i64] empty([0]i64) empty([0]f64) empty([0]f64) }
-- output { empty([0]f64) }
-- input { [0i64, 2i64, 3i64] [0i64, 1i64, 1i64] [2.0f64, 3.0f64, 4.0f64] [1.0f64, 10.0f64] }
-- output { [32.0f64, 40.0f64] }
-- input { [0i64, 0i64, 3i64, 3i64, 4i64] [2i64, 0i64, 2i64, 1i64] [1.0f64, 2.0f64, 3.0f64, 4.0f64] [1.0f64, 10.0f64, 100.0f64] }
-- output { [0.0f64, 402.0f64, 0.0f64, 40.0f64] }
