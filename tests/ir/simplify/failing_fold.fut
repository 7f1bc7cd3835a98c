-- A fold whose result nobody uses stays if its operator can fail.
-- after: tidy
-- count: 1 red
-- count: 1 checks

entry f (xs: []i64): i64 =
  let sum = reduce (\a b -> assert (a + b < 900) (a + b)) 0 xs
  in 3
