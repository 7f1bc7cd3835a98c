entry main (x: i64): i64 = if x then 1 else 2
