entry f (xs: []i64) (ys: []i64): []i64 = [x | x <- xs | x <- ys]
