-- A loop of the host overwrites what it carries; an array that it reads from outside, too, is copied once.
-- after: inplace
-- count: 5 launches
-- count without inplace: 7 launches

entry owned (n: i64) (k: i64): []i64 =
  loop xs = map (\x -> x * x + 1) (iota n) for i < k do scatter xs (map (* i) (iota n)) (iota n)
entry read (n: i64) (k: i64): []i64 =
  let zs = map (\x -> x * x + 1) (iota n)
  in loop xs = copy zs for i < k do scatter xs (map (* i) zs) (iota n)
