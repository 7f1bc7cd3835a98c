-- The rows of a scan of vectors are written behind the scan, where their elements are known, also those of matrices.
-- after: fuse_flat
-- count: 3 seg
-- count: 0 select
-- count: 2 arrays

entry sums [n] (xs: [n]i64): [n][3]i64 = scan (map2 (+)) [0, 0, 0] (map (\x -> [x, x * 7 % 5, x - 3]) xs)
entry products [n] (xs: [n]f64): [n][2][2]f64 =
  scan (\a b -> map (\r -> map (\c -> f64.sum (map2 (*) r c)) (transpose b)) a) [[1, 0], [0, 1]] (map (\x -> [[x, 1], [1, 0]]) xs)
-- And those of what was read: one write an element.
entry interleaved [n] (xs: [n]i64) (ys: [n]i64): [n][4]i64 = map2 (\x y -> [x, y, x, 7]) xs ys
