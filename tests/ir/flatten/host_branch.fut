-- A branch around maps is a branch of the host.
-- after: flatten
-- count: 1 if
-- count: 2 seg
-- count: 0 reads

entry f (c: bool) (xs: []i64): []i64 = if c then map (+ 1) xs else map (* 2) xs
