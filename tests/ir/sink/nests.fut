-- Loops in loops, over matrices, of several maps one after the other.
-- after: fuse_flat
-- count: 1 segs
-- count: 0 loops
-- count: 0 active
-- count without sink: 2 loops

entry f [n] [m] (k: i64) (xss: [n][m]f32): [n][m]f32 =
  loop xss for i < k do
    loop xss for j < i do
      let yss = map (map (+ f32.i64 j)) xss
      in map2 (map2 (\x y -> x * y + 1)) xss yss
