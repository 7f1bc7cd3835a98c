-- A branch between numbers stays in its kernel.
-- after: flatten
-- count: 1 seg
-- count: 0 reads

entry f (xs: []i64): []i64 = map (\x -> if x < 0 then -x else x * x) xs
