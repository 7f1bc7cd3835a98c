-- A fold over a row by a loop stays in its kernel.
-- after: flatten
-- count: 1 seg
-- count: 0 loops
-- count: 0 reads

entry f [n] (xss: [n][?]i64): [n]i64 = map (\xs -> loop h = 7 for x in xs do 31 * h + x) xss
