-- Vectors that are combined are scalars of a kernel over all pairs. Another one writes rows of them.
-- after: fuse_flat
-- count: 2 seg
-- count: 0 loops
-- spaces: 2 1

def acc (p: [3]f64) (q: [3]f64): [3]f64 =
  let d = map2 (-) q p
  in map (/ (f64.sum (map (\x -> x * x) d) + 1)) d
entry f [n] (xs: [n][3]f64): [n][3]f64 = map (\p -> reduce (map2 (+)) [0, 0, 0] (map (acc p) xs)) xs
