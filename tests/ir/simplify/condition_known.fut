-- On either side of a branch its condition is known.
-- after: simplify
-- count: 1 if
-- count: 0 select

entry f (x: i64) (y: i64): i64 =
  let c = x < y
  in if c then (if c then x * x * x - y * y * 2 + x * y else y) else (if c then x else y * y * y - x * x * 3 + y)
