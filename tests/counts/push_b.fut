-- PageRank over outgoing edges that are irregular rows: what every vertex sends is added up where it arrives.

entry push_rows [n] (targets: [n][?]i64) (ranks: [n]f64): [n]f64 =
  let parts = [ (t, r / f64.i64 (length ts)) | (ts <- targets | r <- ranks), t <- ts ]
  let (at, vs) = unzip parts
  let sums = permute (+) (replicate n 0) at vs
  in map (\s -> 0.15 / f64.i64 n + 0.85 * s) sums

entry push_rows_data (n: i64): ([n][?]i64, [n]f64) =
  (map (\i -> map (\j -> (i * 3 + j) % n) (iota (i * 7 % 5))) (iota n), replicate n (1 / f64.i64 n))
entry push_rows_skewed (n: i64): ([n][?]i64, [n]f64) =
  (map (\i -> map (\j -> (i * 3 + j) % n) (iota (if i == n / 2 then 2 * n else i % 2))) (iota n), replicate n (1 / f64.i64 n))

-- The cases below are written by oracle.py.

-- ==
-- entry: push_rows
-- input { empty([0][?]i64) empty([0]f64) }
-- output { empty([0]f64) }
-- input { [[1i64], [0i64]] [0.75f64, 0.25f64] }
-- output { [0.2875f64, 0.7124999999999999f64] }
-- input { [[1i64, 2i64, 3i64], empty([0]i64), [0i64], empty([0]i64), [1i64, 1i64, 2i64]] [0.5f64, 0.125f64, 0.125f64, 0.25f64, 0.0f64] }
-- output { [0.13624999999999998f64, 0.17166666666666666f64, 0.17166666666666666f64, 0.17166666666666666f64, 0.03f64] }
