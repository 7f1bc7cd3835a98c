-- A remainder of a number that counts up wraps around only now and then: the loop between runs in lanes, and reads neighbours. A quotient is
-- the same there. By a small constant, or of a number that was read, every round divides. Rows stand twice: the last one of a worker is open.
-- after: vectorise
-- count: 4 vector

entry turned [n] (k: i64) (xs: [n]i32): [n]i32 = map (\i -> xs[(i + k) % n]) (iota n)
entry ring [h] [w] (xss: [h][w]i32): [h][w]i32 =
  tabulate_2d h w (\y x -> xss[(y + 1) % h, (x + 1) % w] + xss[y, (x - 1 + w) % w])
entry spread (n: i64) (w: i64): [n]i64 = map (\i -> i / w) (iota n)
entry parity [n] (xs: [n]i64): [n]i64 = map2 (\i x -> i % 2 + x % 100) (iota n) xs
