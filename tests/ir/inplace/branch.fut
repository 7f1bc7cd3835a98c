-- Each side of a branch overwrites the array that it is given.
-- after: inplace
-- count: 2 launches
-- count without inplace: 3 launches

entry f [n] (c: bool) (is: [n]i64) (k: i64): []i64 =
  let xs = map (\x -> x * x + 1) (iota k)
  in if c then scatter xs is (iota n) else scatter xs is (map (* 2) (iota n))
