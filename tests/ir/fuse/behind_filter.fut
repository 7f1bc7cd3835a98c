-- A map over what is kept runs at kept elements only; how many there are is the size of its result.
-- after: flatten
-- count: 1 seg
-- count: 1 keep
-- count: 0 arrays

entry f (ds: []i64) (xs: []i64): []i64 = map (\x -> 100 / x) (filter (> length ds) xs)
