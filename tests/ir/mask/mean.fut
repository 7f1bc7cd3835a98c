-- A mean that minds empty rows: the sum is over all rows, whose width says already where there is nothing.
-- after: flatten
-- count: 2 segs
-- count: 0 reads
-- count without mask: 8 segs
-- spaces: 2r 1

entry f [n] (xss: [n][?]i64): [n]i64 = map (\xs -> if length xs == 0 then 0 else i64.sum xs) xss
