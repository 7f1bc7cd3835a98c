-- What is computed of all elements before they are split into rows is computed where the rows are used; also their indices, and elements
-- of a part of an array.
-- after: fuse_flat
-- count: 6 seg
-- count: 3 arrays
-- count: 0 reads
-- count without fuse_flat: 9 seg

entry squares [n] [m] (sizes: [n]i64) (vals: [m]i64): [n]i64 =
  map (\xs -> i64.sum xs) (unflatten_by sizes (map (\x -> x * x) vals))
entry indices [n] [m] (sizes: [n]i64) (vals: [m]i64): [n](i64, i64) =
  map (\xs -> reduce (\(a, i) (b, j) -> if a < b then (b, j) else (a, i)) (0, -1) xs) (unflatten_by sizes (zip vals (iota m)))
entry part [n] [m] (sizes: [n]i64) (vals: [m]i64): [n]i64 =
  map (\xs -> i64.sum xs) (unflatten_by sizes vals[1:])
