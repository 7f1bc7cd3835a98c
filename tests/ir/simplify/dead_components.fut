-- A component of a fold that no used component needs is not computed; one that another needs is, and so is one that can fail.
-- after: tidy
-- count: 1 mul.i64
-- count: 1 max.i64
-- count: 1 min.i64
-- count: 1 checks

entry separable [n] (xs: [n]i64): i64 =
  (reduce (\(a, b) (c, d) -> (a + c, b ^ d)) (0, 0) (zip xs xs)).0
entry needed [n] (xs: [n]i64): i64 =
  (reduce (\(a, p) (b, q) -> (p * b + a, i64.max p q)) (0, 1) (zip xs xs)).0
entry failing [n] (xs: [n]i64): i64 =
  (reduce (\(a, b) (c, d) -> (a + c, assert (b < 100) (i64.min b d))) (0, i64.highest) (zip xs xs)).0
