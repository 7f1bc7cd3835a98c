-- Little code of a row is evaluated again at its elements, where they do much more: only the sizes are stored.
-- after: fuse_flat
-- count: 2 seg
-- count: 0 arrays
-- count without fuse_flat: 3 arrays

entry f [n] (as: [n]i64) (bs: [n]i64): [n][?]i64 =
  map2 (\a b -> let low = i64.min a b
                let high = i64.max a b
                let step = i64.abs (a * b)
                in map (\j -> (low + j * step) * (high - j * step) + (low ^ j) * (high | j) + j * j * j - (step & j) * j) (iota (high - low)))
       as bs
