entry f (x: i64): []i64 = [y | y <- x]
