-- Maps over a zip of maps are one.
-- after: flatten
-- count: 1 seg
-- count: 0 arrays

entry f [n] (xs: [n]i64) (ys: [n]i64): [n]i64 =
  map (\(x, y) -> x * y) (zip (map (+ 1) xs) (map (+ 2) ys))
