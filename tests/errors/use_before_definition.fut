def doubled (x: i64): i64 = 2 * plus_one x
def plus_one (x: i64): i64 = x + 1

def origin: point = (0, 0)
type point = (i64, i64)

module m: later = { def x = 1i64 }
module type later = { val x: i64 }

def from_module (y: i64): i64 = numbers.one + y
module numbers = { def one = 1i64 def two = one + three def three = 3i64 }

def even (x: i64): bool = if x == 0 then true else odd (x - 1)
def odd (x: i64): bool = if x == 0 then false else even (x - 1)
