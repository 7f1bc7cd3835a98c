-- A filter is four launches, and the host reads how much it leaves.
-- after: lower
-- count: 4 kernel
-- count: 4 launches
-- count: 1 reads

entry f (xs: []i64): []i64 = filter (> 0) xs
