def open (x: i64) = x
def f (loop: i64) = loop
