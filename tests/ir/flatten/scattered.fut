-- A scatter of arrays that are there already is one kernel.
-- after: flatten
-- count: 2 seg
-- count: 0 arrays
-- count: 1 update_acc

entry f [n] [k] (xs: *[k]i64) (is: [n]i64) (vs: [n]i64): [k]i64 = scatter xs is vs
