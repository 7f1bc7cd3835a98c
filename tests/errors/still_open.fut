def a (x: i64) = (x + 1
def b (x: i64) = f (g (x + 1) + 2
def c (x: i64) = [x, 2
def d = {a = 1, b = 2
def e (x: i64 = x
def f (x: i64) = let y = (x + 3 in y
def g (x: i64) = if (x > 3 then 1 else 2
def h (xs: []i64) = xs[0
]
module m = {
  def i (x: i64) = 1
