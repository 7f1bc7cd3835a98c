-- ==
-- error: expected i64, got m.t

module m: {type t val x: t} = {type t = i64 def x = 1i64}
def y: i64 = m.x
