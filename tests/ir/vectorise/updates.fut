-- Lanes compute which cell and what is added; each updates alone, behind one test for all of them.
-- after: vectorise
-- count: 2 updating 1

entry grid [n] (xs: [n]f32) (ys: [n]f32) (k: i64): [k]i32 =
  let cell x y = i64.f32 (f32.sqrt (x * x + y * y) * 10 + (x - y) * (x - y))
  in reduce_by_index (replicate k 0i32) (+) 0 (map2 cell xs ys) (replicate n 1)
