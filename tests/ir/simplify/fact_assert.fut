-- What follows from an assertion holds. a + 1 < b + 1 does not: a + 1 may have wrapped, as nothing bounds b from above.
-- after: simplify
-- count: 2 checks

entry f (a: i64) (b: i64): i64 =
  let x = assert (a < b) (b - a)
  in assert (a <= b) (assert (a + 1 < b + 1) x)
