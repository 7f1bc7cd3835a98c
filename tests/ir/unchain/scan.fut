-- A scan is three launches where groups do not wait for each other: what each has, a scan of that, and the rest.
-- after: unchain
-- count: 3 kernel
-- count: 3 launch
-- count: 0 chain
-- count without look_back: 3 launches

entry f (xs: []i64): []i64 = scan (+) 0 xs
