type table = [3][?]i64
type^ wide = [3][?]i64
type~ right = [3][?]i64
entry main (t: right): i64 = length t
