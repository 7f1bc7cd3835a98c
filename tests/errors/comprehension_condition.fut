entry f (xs: []i64): []i64 = [x | x <- xs, x + 1]
