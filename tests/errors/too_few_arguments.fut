def add3 (x: i64) (y: i64) (z: i64): i64 = x + y + z
entry main (x: i64): i64 = add3 x 2
