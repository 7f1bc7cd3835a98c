-- An argument belongs to the caller, one that is consumed to the function: a scatter each, and one copy.
-- after: inplace
-- count: 3 launches
-- count without inplace: 4 launches

entry lent [n] [m] (xs: [m]i64) (is: [n]i64): [m]i64 = scatter (copy xs) is (iota n)
entry consumed [n] [m] (xs: *[m]i64) (is: [n]i64): [m]i64 = scatter xs is (iota n)
