def f (x: i64): i64 = x + 1 )
entry main (x: i64): i64 = f x
