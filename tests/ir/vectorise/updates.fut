-- Lanes compute which cell and what is added; each updates alone, behind one test for all of them.
-- after: vectorise
-- count: 2 updating

entry weights [n] (xs: [n]i32) (ys: [n]i32) (k: i64): [k]i32 =
  let cell x y = i64.i32 ((((x * 7) ^ y) * 31 + (x >> 3)) & 1023)
  in reduce_by_index (replicate k 0i32) (+) 0 (map2 cell xs ys) (map2 (\x y -> (x - y) * x) xs ys)

-- Here lanes compute so little that it costs more to keep what they have.
entry sums [n] (k: i64) (is: [n]i32) (xs: [n]f32): [k]f64 = reduce_by_index (replicate k 0) (+) 0 (map i64.i32 is) (map f64.f32 xs)
entry bytes [n] (is: [n]u8): [256]i32 = reduce_by_index (replicate 256 0) (+) 0 (map i64.u8 is) (replicate n 1)
