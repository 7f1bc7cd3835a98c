-- A small reduction on one side of a branch, over elements that the condition has gone through: both are one walk. One over elements
-- that nobody else goes through has a width of its own, and so has one that is dear.
-- after: fuse_flat
-- count: 6 segs
-- count without mask: 14 segs

entry scaled [n] (xss: [n][?]f64): [n]f64 = map (\xs -> if any (< 0) xs then 0 else f64.maximum xs) xss
entry apart [n] (xss: [n][?]f64) (fs: [n]bool): [n]f64 = map2 (\f xs -> if f then 0 else f64.maximum xs) fs xss
entry dear [n] (xss: [n][?]f64): [n]f64 =
  map (\xs -> if any (< 0) xs then 0 else f64.sum (map (\x -> f64.sqrt (f64.exp x + f64.log (1 + x))) xs)) xss
