-- A branch that returns rows of one size is a branch at every element.
-- after: mask
-- count: 2 screma
-- count: 1 if

entry f [n] (xss: [n][?]i64): [n][?]i64 = map (\xs -> if length xs > 2 then map (\x -> x * x + 1) xs else map (\x -> x * 2 - 3) xs) xss
