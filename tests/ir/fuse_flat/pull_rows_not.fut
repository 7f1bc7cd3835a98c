-- Code of a row is not evaluated at elements that do little themselves.
-- after: fuse_flat
-- count: 2 seg
-- count: 1 arrays

entry f [n] (as: [n]i64) (bs: [n]i64): [n][?]i64 =
  map2 (\a b -> let step = i64.abs (a * b) + i64.min a b * i64.max a b - a ^ b
                in map (\j -> step + j) (iota (i64.abs a)))
       as bs
