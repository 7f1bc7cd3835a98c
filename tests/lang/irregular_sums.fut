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
