entry n m (a: [n * m]i64): i64 = 1
