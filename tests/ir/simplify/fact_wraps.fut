-- A sum may wrap, a difference be negative, a divisor 0, a size too large to be a sum: nothing is proved.
-- after: simplify
-- count: 5 checks

entry f [n] (k: i64) (d: i64) (xs: [n]i64): [n]i64 =
  map (\i -> if i < 3 then xs[i + k] else xs[i - 4] + xs[(i * 1000000) % d]) (iota n)
entry g (k: i64): i64 = if k + 1 > k then length (iota k) else 0
