-- ==
-- error: #b

type t = #a | #b
def f (x: t): i64 = match x case #a -> 1
