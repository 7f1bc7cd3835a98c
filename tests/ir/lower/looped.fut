-- What stands in a loop of the host is launched in every round but compiled once.
-- after: lower
-- count: 1 kernel
-- count: 1 launches
-- count: 1 loops

entry f (k: i64) (xs: []i64): []i64 = loop xs for _i < k do map (+ 1) xs
