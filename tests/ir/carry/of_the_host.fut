-- A number that the host computes in every round is its own, even if it came from a kernel in the beginning.
-- after: lower
-- count: 1 reads
-- count: 2 launches

entry f [n] (k: i64) (xs: [n]i64): (i64, [n]i64) =
  loop (s, ys) = (i64.sum xs, xs) for i < k do (i * 3, map (+ s) ys)
