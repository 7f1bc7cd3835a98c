-- A branch between rows of several arrays is one at every element; few elements that are written out are chosen by their index.
-- after: fuse_flat
-- count: 6 segs
-- count: 0 reads
-- count without mask: 18 segs

entry either [n] (cs: [n]bool) (xss: [n][?]i64) (yss: [n][?]i64): [n][?]i64 =
  map3 (\c xs ys -> if c then xs else ys) cs xss yss
entry some [n] (xss: [n][?]f32): [n][?]f32 = map (\xs -> if length xs % 2 == 0 then xs else []) xss
entry written [n] (cs: [n]i64): [n][?]i64 = map (\c -> if c > 0 then [c, c + 1] else [-c]) cs
