-- q = n / 16 teaches 16 q <= n.
-- after: simplify
-- count: 0 checks

entry f [n] (xs: [n]i64): []i64 = map (\i -> xs[16 * i + i % 16] + xs[16 * i + 15]) (iota (n / 16))
