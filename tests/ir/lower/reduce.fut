-- A reduction is three launches, and its result a number that the host reads.
-- after: lower
-- count: 3 kernel
-- count: 3 launches
-- count: 1 reads

entry f (xs: []i64): i64 = i64.sum xs
