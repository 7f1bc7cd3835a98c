-- What a `match` asks of a number that conditions have chosen is asked of the conditions.
-- ==
-- entry: f
-- input { 0i64 }
-- output { 7i64 }
-- input { 4i64 }
-- output { 77i64 }
-- input { 30i64 }
-- output { 4300i64 }

type kind = #small | #none | #large
entry f (x: i64): i64 =
  let kind: kind = if x == 0 then #none else if x < 10 then #small else #large
  in match kind
     case #small -> x * x * x + x * 3 + x / 2 - 1
     case #none -> 7
     case #large -> x / 3 + x * x * 5 - x * 7
