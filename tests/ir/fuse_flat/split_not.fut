-- What may fail before the sizes are compared is computed before, and what is used as it is, too.
-- after: fuse_flat
-- count: 6 seg
-- count: 3 arrays

entry fails [n] [m] (sizes: [n]i64) (vals: [m]i64): [n]i64 =
  map (\xs -> i64.sum xs) (unflatten_by sizes (map (\x -> 100 / x) vals))
entry used [n] [m] (sizes: [n]i64) (vals: [m]i64): ([n]i64, [m]i64) =
  let squares = map (\x -> x * x) vals
  in (map (\xs -> i64.sum xs) (unflatten_by sizes squares), squares)
