-- Sums as elements of irregular arrays. Compiling them for devices takes longer than a test may.
-- ==
-- entry: sums
-- input { [[1i64, 2i64], [], [3i64]] }
-- output { [[1i64, 2i64], empty([0]i64), [0i64, 1i64, 2i64, 4i64, 1i64]] }

-- ==
-- entry: sums_chosen
-- input { [[1i64, 2i64], [], [3i64]] }
-- output { [[1i64, 2i64], [0i64, 1i64, 2i64, 4i64, 1i64], [0i64, 1i64, 2i64, 4i64, 1i64], [1i64, 2i64]] }

-- ==
-- entry: sums_equal
-- input { [[1i64, 2i64], [], [3i64]] }
-- output { true false }

-- ==
-- entry: sums_deep
-- input { [[1i64, 2i64], [], [3i64]] }
-- output { [[[0i64, 1i64, 2i64, 4i64, 1i64], [0i64, 1i64]], empty([0][?]i64), [[0i64, 1i64, 2i64]]] }

-- ==
-- entry: sums_indexed
-- input { [[1i64, 2i64], [], [3i64]] 0i64 }
-- output { [1i64, 2i64] }
-- input { [[1i64, 2i64], [], [3i64]] 1i64 }
-- output { empty([0]i64) }
-- input { [[1i64, 2i64], [], [3i64]] 2i64 }
-- output { [0i64, 1i64, 2i64, 4i64, 1i64] }

-- ==
-- entry: sums_looped
-- input { [[1i64, 2i64], [], [3i64]] }
-- output { [0i64, 1i64, 2i64, 4i64, 1i64] }

-- ==
-- entry: sums_looped_plain
-- input { [[1i64, 2i64], [], [3i64]] }
-- output { [0i64, 1i64, 2i64, 4i64, 1i64] [1i64, 2i64] }

-- ==
-- entry: payloads_side_by_side
-- input { 2i64 }
-- output { [2i64, 2i64, 3i64] [3i64, 2i64, 2i64] [2i64, 3i64, 5i64] [2i64, 3i64] [2i64, 3i64] [2i64, 7i64] }

type~ choice = #row ([?]i64) | #pair i64 ([?]i64) ([?]bool) | #none
def mk (xs: []i64): choice =
  if length xs > 1 then #row xs else if length xs == 1 then #pair 4 (iota 3) [true] else #none
def un (c: choice): []i64 =
  match c
  case #row xs -> xs
  case #pair n a b -> a ++ [n] ++ map i64.bool b
  case #none -> []

-- Payloads of their own sizes.
entry sums (xss: [][?]i64) = map un (map mk xss)

entry sums_chosen (xss: [][?]i64) = map un (filter (\c -> match c case #none -> false case _ -> true) (map mk xss ++ reverse (map mk xss)))

entry sums_equal (xss: [][?]i64) = let cs = map mk xss in (cs == cs, cs == reverse cs)

entry sums_deep (xss: [][?]i64) = map (map un) (map (\xs -> map mk (map iota xs)) xss)

entry sums_indexed (xss: [][?]i64) (i: i64) = un (map mk xss)[i]

entry sums_looped (xss: [][?]i64) = un (loop (c: choice) = #none for xs in xss do match mk xs case #none -> c case d -> d)

-- What a loop carries is known from its first value; in a branch a constructor comes with the sizes of its payload.
entry sums_looped_plain (xss: [][?]i64) =
  let last = loop c = (#none : choice) for xs in xss do match mk xs case #none -> c case d -> d
  let longest = loop c = (#none : choice) for xs in xss do if length xs > 1 then #row xs else c
  in (un last, un longest)

type sized [n] = #many ([n]i64) | #one i64

def count [n] (v: sized [n]) = match v case #many xs -> length xs case #one x -> x

def two 't (x: t) (y: t): [2]t = [x, y]

-- A constructor has the sizes of its own payload, wherever the sum that it is of is told.
entry payloads_side_by_side (k: i64) =
  ( map count [(#many (iota k): sized [k]), #one k, #many (iota 3)]
  , map count [#many (iota 3), #one 2, (#many (iota k): sized [k])]
  , map count ([(#many (iota k): sized [k])] ++ [#many (iota 3), #one 5])
  , map count (two (#many (iota k): sized [k]) (#many (iota 3): sized [3]))
  , map count (two (#many (iota k): sized [k]) (#many (iota 3)))
  , map count (two (#many (iota k): sized [k]) (#one 7)))
