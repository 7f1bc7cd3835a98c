entry main (x: int): i64 = x
