-- Light code of rows is evaluated again two levels below them, however little is computed there.
-- after: fuse_flat
-- count: 3 seg
-- count: 3 arrays
-- count without fuse_flat: 4 arrays

entry between [n] (as: [n]i64) (bs: [n]i64) (cs: [n]i64) (ks: [n]i64): []i64 =
  flatten (flatten (map4 (\a b c k -> let low = i64.min a (i64.min b c)
                                      in map (\j -> map (\h -> low * h) (iota j)) (iota k))
                         as bs cs ks))
