-- What depends on all elements before: scans and compactions.

entry scan [n] (xs: [n]i32) : [n]i32 = scan (+) 0 xs

entry filter [n] (xs: [n]i32) : []i32 = filter (> 0) xs

def noise (i: i64) : i64 =
  let x = u64.i64 i * 0x9E3779B97F4A7C15
  in i64.u64 ((x ^ (x >> 29)) >> 20)

entry scan_data (n: i64) : [n]i32 = map (\i -> i32.i64 (noise i % 200 - 100)) (iota n)
entry filter_data (n: i64) : [n]i32 = map (\i -> i32.i64 (noise i % 200 - 100)) (iota n)
