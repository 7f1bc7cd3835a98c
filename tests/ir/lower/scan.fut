-- A scan is four launches.
-- after: lower
-- count: 1 kernel
-- count: 1 launches
-- count: 0 reads

entry f (xs: []i64): []i64 = scan (+) 0 xs
