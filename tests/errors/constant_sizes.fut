entry main (x: i64): [3]i64 = [x, x, x, x]
