-- What a function makes of as many elements as it is told, in a type that says so, is fused with what is done with it.
-- after: fuse
-- count: 6 screma
-- count: 4 recast
-- count: 5 iota_size

def made (n: i64): [n]i64 = map (\i -> i * i % 7) (iota n)
def table (n: i64): [n][n]i64 = tabulate_2d n n (\i j -> i * j)

-- One operator each, and one more for the rows; results whose type names the argument are recast to it.
entry total (n: i64): i64 = i64.sum (map (+ 1) (made n))
entry returned (n: i64): [n]i64 = map2 (+) (made n) (map (* 2) (made n))
entry rows (n: i64): [n]i64 = map i64.sum (table n)
-- The check in a loop is of the round.
entry rounds (k: i64): i64 = loop s = 0 for i < k do s + i64.sum (made (i * 2 - s % 2))
-- Rows of different lengths keep the type that they have outside.
entry ragged (n: i64): [n][?]i64 = map iota (made n)
