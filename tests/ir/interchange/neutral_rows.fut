-- A neutral row of different numbers is read by the columns; several maps are one kernel.
-- after: fuse_flat
-- count without unpack: 1 seg
-- count without unpack: 0 loops

entry f [n] (xss: [n][3]i64): ([3]i64, [3]i64) =
  reduce (\(a, b) (c, d) -> (map2 i64.min a c, map2 i64.max b d)) ([9, 8, 7], [1, 2, 3]) (zip xss xss)
