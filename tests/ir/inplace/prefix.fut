-- The first elements of an array are read at the same indices as all of them: no copy that could go.
-- after: inplace
-- count: 3 launches
-- count without inplace: 3 launches

entry f [n] (is: [n]i64) (k: i64): []i64 =
  let xs = map (\x -> x * x + 1) (iota (k + 1))
  in scatter (take k xs) is (iota n)
