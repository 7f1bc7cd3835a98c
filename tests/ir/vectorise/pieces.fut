-- A remainder of a number that counts up wraps around only now and then: the loop between runs in lanes, and reads neighbours. A quotient is
-- the same there. By a small constant, or of a number that was read, every round divides.
-- after: vectorise
-- count: 2 vector

entry turned [n] (k: i64) (xs: [n]i32): [n]i32 = map (\i -> xs[(i + k) % n]) (iota n)
entry spread (n: i64) (w: i64): [n]i64 = map (\i -> i / w) (iota n)
entry parity [n] (xs: [n]i64): [n]i64 = map2 (\i x -> i % 2 + x % 100) (iota n) xs
