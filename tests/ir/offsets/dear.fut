-- Sizes that take a loop are computed once: their offsets are made of what is stored.
-- after: fuse_flat
-- count: 3 segs
-- count: 2 arrays

entry roots [n] (ks: [n]i64): [n]i64 =
  map (\k ->
         let r = loop r = 1 while r * r < k do r + 1
         in i64.sum (map (\j -> j * j) (iota r)))
      ks
