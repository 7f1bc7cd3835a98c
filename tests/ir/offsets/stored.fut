-- Sizes that are returned as numbers, not only with the rows, are stored beside their offsets.
-- after: fuse_flat
-- count: 2 segs
-- count: 1 arrays
-- count: 0 differences

entry squares [n] (ks: [n]i64): ([n]i64, [n][?]i64) =
  let xss = map (\k -> map (\j -> j * j + k) (iota (k * k))) ks
  in (map length xss, xss)
