-- Neighbours in a ring need no division; what may be twice the divisor, or negative, does: `far` and `behind`.
-- after: tidy
-- count: 2 mod.i64
-- count: 4 wrap.i64

entry ring [n] (xs: [n]i64): [n]i64 = map (\i -> xs[(i + 1) % n] + xs[(i - 1 + n) % n]) (iota n)
entry columns [n] [m] (xss: [n][m]i64): [n][m]i64 = tabulate_2d n m (\i j -> xss[(i + n - 1) % n, (j + 1) % m])
entry far [n] (xs: [n]i64): [n]i64 = map (\i -> xs[(i + 2) % n]) (iota n)
entry behind [n] (xs: [n]i64): [n]i64 = map (\i -> xs[(i - 1) % n]) (iota n)
