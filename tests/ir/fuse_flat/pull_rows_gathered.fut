-- What elements read of other rows is stored: it may be read more often than it is computed.
-- after: fuse_flat
-- count: 2 seg
-- count: 1 arrays

entry f [n] (as: [n]i64) (bs: [n]i64) (iss: [n][?]i64): [n][?]i64 =
  let ys = map2 (\a b -> a * b + a - b) as bs
  in map (\is -> map (\i -> let y = ys[i] in (y + i) * (y - i) + (y ^ i) * (y | i) + i * i * i - (y & i) * i) is) iss
