def first (xs: *[]i64): i64 = xs[0]
def pick [n] (ns: *[n]i64) (xs: [first ns]f64): f64 = xs[0]
