entry f (xs: []i64): []i64 = [y[0] | x <- xs, group by {a = y} = {a = x}]
