-- How often each of k numbers occurs.

entry histogram [n] (k: i64) (is: [n]i32) : [k]i32 =
  reduce_by_index (replicate k 0) (+) 0 (map i64.i32 is) (replicate n 1)

def noise (i: i64) : i64 =
  let x = u64.i64 i * 0x9E3779B97F4A7C15
  in i64.u64 ((x ^ (x >> 29)) >> 20)

entry histogram_data (n: i64) (k: i64) : (i64, [n]i32) =
  (k, map (\i -> i32.i64 (noise i % k)) (iota n))
