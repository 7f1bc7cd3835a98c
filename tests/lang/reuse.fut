-- Maps that may write over their inputs: nobody sees it.

-- The input is used once more, under another name and other dimensions.
-- ==
-- entry: other_name
-- input { [[1i64, 2i64], [3i64, 4i64]] }
-- output { [[2i64, 3i64], [4i64, 5i64]] [1i64, 2i64, 3i64, 4i64] }
entry other_name [n] [m] (xss: [n][m]i64): ([n][m]i64, []i64) =
  (map (map (+ 1)) xss, flatten xss)

-- An element of the neighbour is read.
-- ==
-- entry: neighbour
-- input { [1i64, 2i64, 3i64, 4i64] }
-- output { [3i64, 5i64, 7i64, 5i64] }
entry neighbour [n] (xs: [n]i64): [n]i64 = map2 (\i x -> x + xs[(i + 1) % n]) (iota n) xs

-- Two results of one input.
-- ==
-- entry: two
-- input { [1i64, 2i64, 3i64] }
-- output { [2i64, 3i64, 4i64] [2i64, 4i64, 6i64] }
entry two [n] (xs: [n]i64): ([n]i64, [n]i64) = unzip (map (\x -> (x + 1, x * 2)) xs)

-- The same array twice, as two arguments and under two names in a loop.
-- ==
-- entry: rounds
-- input { [1i64, 2i64, 3i64] 3i64 }
-- output { [8i64, 16i64, 24i64] [4i64, 8i64, 12i64] [1i64, 2i64, 3i64] }
-- input { [1i64, 2i64, 3i64] 0i64 }
-- output { [1i64, 2i64, 3i64] [1i64, 2i64, 3i64] [1i64, 2i64, 3i64] }
entry rounds [n] (xs: [n]i64) (k: i64): ([n]i64, [n]i64, [n]i64) =
  let (a, b) = loop (a: [n]i64, _b: [n]i64) = (xs, xs) for _i < k do (map (* 2) a, a)
  in (a, b, xs)

-- Rows of different lengths, their sizes among the data.
-- ==
-- entry: ragged
-- input { [[1i64, 2i64], [], [3i64]] }
-- output { [[3i64, 4i64], [], [4i64]] [2i64, 0i64, 1i64] }
entry ragged [n] (xss: [n][?]i64): ([n][?]i64, [n]i64) =
  (map (\xs -> map (+ length xs) xs) xss, map (\xs -> length xs) xss)

-- A recursive function is given an array that its caller uses again.
def halves (k: i64) (xs: []i64): i64 =
  if k == 0 then i64.sum xs
  else let ys = map (+ k) xs
       in halves (k - 1) ys + i64.sum xs

-- ==
-- entry: called
-- input { [1i64, 2i64] 2i64 }
-- output { 19i64 [2i64, 3i64] }
entry called (xs: []i64) (k: i64): (i64, []i64) = (halves k xs, map (+ 1) xs)

-- A branch chooses between the input and what is made of it.
-- ==
-- entry: chosen
-- input { [1i64, 2i64] true }
-- output { [11i64, 12i64] [1i64, 2i64] }
-- input { [1i64, 2i64] false }
-- output { [2i64, 3i64] [1i64, 2i64] }
entry chosen [n] (xs: [n]i64) (c: bool): ([n]i64, [n]i64) =
  let ys = map (+ 0) xs
  let zs = if c then map (+ 10) ys else map (+ 1) ys
  in (zs, ys)
