entry g (xs: []i64): []i64 = [x | (x > 1), x <- xs]
