def same a b = a == b
entry main (x: i64): i64 = x
