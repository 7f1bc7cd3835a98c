-- A sum of what is kept counts nothing and stores nothing.
-- after: flatten
-- count: 1 seg
-- count: 1 kept
-- count: 0 arrays
-- count: 0 reads

entry f (xs: []i64): i64 = i64.sum (map (\x -> x * x) (filter (> 0) xs))
