entry main (x: i64): i64 = let (a, b) = x in a + b
