entry main (x: i64) (y: i64): i64 = let p = {a = x, b = y} in p.c
