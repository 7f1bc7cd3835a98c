-- The target of a scatter that nobody uses afterwards is overwritten.
-- after: inplace
-- count: 2 launches
-- count without inplace: 3 launches

entry f [n] (is: [n]i64) (k: i64): []i64 = scatter (map (\x -> x * x + 1) (iota k)) is (iota n)
