-- Nothing is done twice: the elements are checked in the part in front of the cut, and what is kept is written behind it.
-- after: unchain
-- count: 3 kernel
-- count: 1 fail
-- count: 0 chain

entry f [n] (xs: [n]i64) (is: [n]i64): []i64 = filter (> 3) (map (\i -> xs[i]) is)
