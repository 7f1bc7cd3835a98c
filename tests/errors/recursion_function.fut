def repeat (n: i64) (f: i64 -> i64) (x: i64): i64 =
  if n == 0 then x else repeat (n - 1) (\y -> f (f y)) x
def adder (n: i64): i64 -> i64 = \x -> if n == 0 then x else adder (n - 1) (x + 1)
entry main (n: i64): i64 = repeat n (+ 1) 0 + adder n 0
