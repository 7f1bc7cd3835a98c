-- Calls that do not wait for each other are one call of the version over rows, in maps and outside of them.
-- after: flatten
-- count: 5 call
-- count: 5 beside
-- count without join: 7 call
def qs (xs: []i64): []i64 =
  if length xs <= 1 then copy xs else
  let p = xs[length xs / 2]
  in qs (filter (< p) xs) ++ filter (== p) xs ++ qs (filter (> p) xs)
entry rows [n] (xss: [n][?]i64): [n][?]i64 = map qs xss

def parts (xs: []i32) (bit: i32): []i32 =
  if bit < 0 || null xs then copy xs else
  let a = parts (filter (\x -> (x >> bit) & 3 == 0) xs) (bit - 2)
  let k = length a
  let b = parts (filter (\x -> (x >> bit) & 3 == 1) xs) (bit - 2)
  let c = parts (filter (\x -> (x >> bit) & 3 > 1) xs) (bit - 2)
  in c ++ a ++ b ++ [i32.i64 k]
entry alone (xs: []i32) = parts xs 30
