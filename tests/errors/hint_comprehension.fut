def a (xs: []i64) = [f x for x in xs]
def b (xs: []i64) = [x * 2 for x in xs if x > 1]
def c (xs: []i64) = [ (x, y) for (x, y) in zip xs xs]
