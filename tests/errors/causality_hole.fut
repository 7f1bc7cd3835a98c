entry either (b: bool) (xs: []i64): []i64 = if b then filter (> 0) xs else ???
entry argument (b: bool): i64 = i64.sum ???
entry result (b: bool): []i64 = ???
entry fine (n: i64): [n]i64 = ???
