-- A map is one launch.
-- after: lower
-- count: 1 kernel
-- count: 1 launches
-- count: 0 reads
-- count: 0 alloc
-- count: 1 reuse
-- count without reuse: 1 alloc

entry f (xs: []i64): []i64 = map (+ 1) xs
