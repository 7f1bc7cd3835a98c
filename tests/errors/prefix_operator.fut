def a ! b = a - b
entry main (a: i64) (b: i64): i64 = a - b
