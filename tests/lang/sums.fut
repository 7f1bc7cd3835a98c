-- Sum types: payloads, nested patterns, arrays of sums, equality.

-- ==
-- entry: area
-- input { 0i64 2.0 3.0 } output { 12.566370614359172 }
-- input { 1i64 2.0 3.0 } output { 6.0 }
-- input { 2i64 2.0 3.0 } output { 0.0 }

-- ==
-- entry: evens
-- input { [1i64, 2i64, 4i64, 7i64] } output { 6i64 2i64 }
-- input { empty([0]i64) } output { 0i64 0i64 }

-- ==
-- entry: same
-- input { 1i64 1i64 } output { true }
-- input { 1i64 2i64 } output { false }
-- input { -1i64 -2i64 } output { true }

-- ==
-- entry: first_big
-- input { [1i64, 5i64, 12i64, 30i64] } output { 12i64 }
-- input { [1i64] } output { -1i64 }

-- ==
-- entry: tree
-- input { 3i64 } output { 7i64 }

type shape = #circle f64 | #rect f64 f64 | #nothing

def make (k: i64) (a: f64) (b: f64): shape = if k == 0 then #circle a else if k == 1 then #rect a b else #nothing

entry area (k: i64) (a: f64) (b: f64): f64 =
  match make k a b
  case #circle r -> f64.pi * r * r
  case #rect w h -> w * h
  case #nothing -> 0

type opt 'a = #some a | #none

def even (x: i64): opt i64 = if x % 2 == 0 then #some x else #none
def value 'a (d: a) (o: opt a): a = match o case #some x -> x case #none -> d

entry evens (xs: []i64): (i64, i64) =
  let os = map even xs
  in (i64.sum (map (value 0) os), length (filter (\o -> o != #none) os))

entry same (x: i64) (y: i64): bool =
  let f (x: i64): opt i64 = if x < 0 then #none else #some x in f x == f y

entry first_big (xs: []i64): i64 =
  value (-1) (loop o: opt i64 = #none for x in xs do match o case #none -> if x > 10 then #some x else #none case _ -> o)

entry tree (n: i64): i64 =
  let step (x: opt (opt i64)): i64 =
    match x
    case #none -> 0
    case #some #none -> 1
    case #some (#some 3) -> 7
    case #some (#some k) -> k
  in step (#some (#some n))

-- A constructor without payload that only the body of a loop, or the operator of a reduction, builds.
-- ==
-- entry: halting
-- input { 1i64 } output { 1i64 }
-- input { 2i64 } output { 2i64 }
-- input { 9i64 } output { 3i64 }
entry halting (most: i64): i64 =
  let (_, steps) =
    loop (state: #run i64 | #halt, steps) = (#run 0, 0)
    while (match state case #run at -> at < most case #halt -> false) do
      match state
      case #halt -> (#halt, steps)
      case #run at -> if at > 1 then (#halt, steps + 1) else (#run (at + 1), steps + 1)
  in steps

-- ==
-- entry: agreed
-- input { [3i64, 3i64] } output { 3i64 }
-- input { [3i64, 4i64, 3i64] } output { -2i64 }
-- input { [3i64, 4i64, 4i64] } output { -2i64 }
-- input { empty([0]i64) } output { -1i64 }
entry agreed [n] (xs: [n]i64): i64 =
  let both (a: #none | #one i64 | #many) (b: #none | #one i64 | #many) : (#none | #one i64 | #many) =
    match (a, b)
    case (#none, _) -> b
    case (_, #none) -> a
    case (#one x, #one y) -> if x == y then a else #many
    case _ -> #many
  in match reduce both #none (map (\x -> #one x) xs)
     case #none -> -1
     case #one x -> x
     case #many -> -2

-- Cases for constructors that the value is never built with.
-- ==
-- entry: unbuilt
-- input { 3i64 } output { 3i64 4i64 }
entry unbuilt (x: i64): (i64, i64) =
  let s: #some i64 | #both i64 i64 | #none = #some x
  let first = match s case #none -> -1 case #some y -> y case #both y z -> y + z
  let (a, b): (#left i64 | #right i64, #left i64 | #right i64) = (#left x, #right 1)
  let second = match (a, b) case (#left y, #left z) -> y * z case (#right y, _) -> y case (#left y, #right z) -> y + z
  in (first, second)
