-- Sums: of an array, of products, of rows of one length.

entry sum [n] (xs: [n]f32) : f32 = f32.sum xs

entry dot [n] (xs: [n]f32) (ys: [n]f32) : f32 = f32.sum (map2 (*) xs ys)

entry rows [n] [m] (xss: [n][m]f32) : [n]f32 = map f32.sum xss

def noise (i: i64) : i64 =
  let x = u64.i64 i * 0x9E3779B97F4A7C15
  in i64.u64 ((x ^ (x >> 29)) >> 20)
def unit (i: i64) : f32 = f32.i64 (noise i % 1024) / 1024

entry sum_data (n: i64) : [n]f32 = map unit (iota n)
entry dot_data (n: i64) : ([n]f32, [n]f32) = (map unit (iota n), map (\i -> unit (i + n)) (iota n))
entry rows_data (n: i64) (m: i64) : [n][m]f32 = unflatten (map unit (iota (n * m)))
