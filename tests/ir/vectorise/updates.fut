-- Lanes compute which cell and what is added; each updates alone, behind one test for all of them.
-- after: vectorise
-- count: 2 updating

entry weights [n] (xs: [n]i32) (ys: [n]i32) (k: i64): [k]i32 =
  let cell x y = i64.i32 ((((x * 7) ^ y) * 31 + (x >> 3)) & 1023)
  in reduce_by_index (replicate k 0i32) (+) 0 (map2 cell xs ys) (map2 (\x y -> (x - y) * x) xs ys)
