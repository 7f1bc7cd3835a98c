type^ test = []f64 -> bool
type^ any_test = [?]f64 -> bool
type^ sized_test [n] = [n]f64 -> bool
