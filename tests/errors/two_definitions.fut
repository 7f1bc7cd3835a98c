def f (x: i64): i64 = = x
def g (x: i64): i64 = )
entry main (x: i64): i64 = f (g x)
