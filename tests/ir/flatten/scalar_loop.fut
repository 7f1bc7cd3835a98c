-- A loop over numbers stays in its kernel, however often it runs.
-- after: flatten
-- count: 1 seg
-- count: 0 loops
-- count: 0 reads
-- count: 0 active

entry f (xs: []i64): []i64 = map (\x -> loop k = x while k > 9 do k / 10) xs
