-- What is flattened need not go by other sizes first: the reduction becomes one of the rows, and no element is stored.
-- after: inplace
-- count: 2 seg
-- spaces: 2 1

entry f (n: i64) (m: i64): i64 = i64.sum (flatten (tabulate_2d n m (\i j -> i ^ j)))
