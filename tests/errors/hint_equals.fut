def a (x: i64) = if x = 3 then 1 else 2
def b (x: i64) = filter (\y -> y = x) [1, 2]
def c (x: i64) = x = 3
def d (x: i64) = (x = 3) && true
def e (x: i64) = let y = x = 3 in y
entry main (x: i64) = [x | x <- [1, 2], x = 2]
b = 2
