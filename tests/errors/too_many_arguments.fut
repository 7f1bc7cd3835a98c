def twice (x: i64): i64 = x + x
entry main (x: i64): i64 = twice x 2
