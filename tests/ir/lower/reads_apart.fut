-- How many elements the rows have in all is read at a position that is read itself, how many rows there are: not in one transfer with it.
-- after: lower
-- count: 2 read

entry rows [n] (xs: [n]i64): [][?]i64 = map (\x -> iota (x % 5)) (filter (> 0) xs)
