-- A reduction is three launches, and its result comes at the end.
-- after: lower
-- count: 1 kernel
-- count: 1 launches
-- count: 0 reads

entry f (xs: []i64): i64 = i64.sum xs
