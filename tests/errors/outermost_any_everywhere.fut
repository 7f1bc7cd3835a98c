type~ row = [?]i64
def result (n: i64): [?]i64 = iota n
entry let_bound (n: i64): i64 = let xs: [?]i64 = iota n in length xs
entry coerced (xs: []i64): i64 = length (xs :> [?]i64)
