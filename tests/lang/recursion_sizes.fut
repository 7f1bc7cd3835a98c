-- The sizes of definitions that call themselves.

-- A function that calls itself takes arrays of any size, whether the size has a name or not.
-- ==
-- entry: total
-- input { [1i64, 2i64, 3i64] } output { 6i64 }
-- input { empty([0]i64) } output { 0i64 }
def sum_of (xs: []i64) (from: i64): i64 = if from == length xs then 0 else xs[from] + sum_of (xs ++ []) (from + 1)
def halves (xs: []i64): i64 =
  if length xs == 0
  then 0
  else if length xs == 1 then xs[0] else halves (take (length xs / 2) xs) + halves (drop (length xs / 2) xs)
entry total (xs: []i64) = assert (sum_of xs 0 == halves xs) (halves xs)

-- But one that it decides itself is the same in every call.
-- ==
-- entry: paired
-- input { 3i64 } output { 9i64 }
def pair_up (n: i64) (xs: []i64) (times: i64): i64 =
  if times == 0 then i64.sum (map2 (+) xs (iota n)) else pair_up n (map (+ 1) xs) (times - 1)
entry paired (n: i64) = pair_up n (iota n) 1
