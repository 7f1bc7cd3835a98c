type pair 'a = (a, a)
entry main (x: pair i64 i64): i64 = 1
