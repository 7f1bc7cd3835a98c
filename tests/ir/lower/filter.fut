-- A filter is four launches, and how much it leaves comes with the result.
-- after: lower
-- count: 1 kernel
-- count: 1 launches
-- count: 0 reads

entry f (xs: []i64): []i64 = filter (> 0) xs
