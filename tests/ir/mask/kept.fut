-- Rows that a side of a branch filters are filtered under a flag that the branch says: one kernel each, two where the rows that are not
-- filtered have no elements, or others.
-- after: fuse_flat
-- count: 7 segs
-- count: 7 launches
-- count: 0 reads
-- count: 0 active
-- count without mask: 35 segs

entry some [n] (cs: [n]bool) (xss: [n][?]i64): [n][?]i64 =
  map2 (\c xs -> if c then filter (> 0) xs else xs) cs xss

entry both [n] (cs: [n]bool) (xss: [n][?]i64): [n][?]i64 =
  map2 (\c xs -> if c then filter (> 0) xs else filter (< 0) (map (+ 1) xs)) cs xss

entry mapped [n] (cs: [n]bool) (xss: [n][?]i64): [n]i64 =
  map2 (\c xs -> i64.sum (if c then map (* 2) (filter (> 0) xs) else xs)) cs xss

entry none [n] (cs: [n]bool) (xss: [n][?]i64): [n][?]i64 =
  map2 (\c xs -> if c then filter (> 0) xs else []) cs xss

entry there [n] (xss: [n][?]i64): [n][?]i64 =
  map (\xs -> if null xs then [] else let m = i64.sum xs / length xs in filter (<= m) xs) xss
