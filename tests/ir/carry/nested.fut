-- A loop in a loop goes on with the cell of the outer one.
-- after: lower
-- count: 2 loops
-- count: 0 reads
-- count without carry: 1 reads

entry f [n] (k: i64) (xs: [n]i64): (i64, [n]i64) =
  loop (s, xs) = (3, xs) for i < k do
    loop (s, xs) for _j < i do (s + i64.sum xs, map (\x -> (x + s) % 1001) xs)
