-- Loops in loops, over matrices, of several maps one after the other: also those inside whose number of rounds is one for all rows.
-- after: fuse_flat
-- count: 1 segs
-- count: 0 active
-- count: 0 reads
-- count without sink: 2 active

entry f [n] (ks: [n]i64) (m: i64) (xsss: [n](?[r][c].[r][c]f32)): [n](?[r][c].[r][c]f32) =
  map2 (\k xss ->
          loop xss for i < k do
            loop xss for j < i + m do
              let yss = map (map (+ f32.i64 j)) xss
              in map2 (map2 (\x y -> x * y + 1)) xss yss)
       ks xsss
