entry triangle (n: i64): [n][]i64 = map (\i -> iota (i + 1)) (iota n)
entry square (n: i64): [n][n]i64 = map (\i -> iota (i + 1)) (iota n)
entry either (b: bool) (xss: [][?]i64) (yss: [][]i64): [][]i64 = if b then xss else yss
