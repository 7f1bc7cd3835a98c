-- A condition holds in its branch, and its opposite in the other.
-- after: simplify
-- count: 0 checks

entry f [n] (xs: [n]i64): [n]i64 =
  map (\i -> if i == 0 then xs[0] else if i + 1 < n && i > 3 then xs[i + 1] + xs[i - 4] else xs[i - 1]) (iota n)
