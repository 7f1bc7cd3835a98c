-- A `match` on what was chosen by conditions asks the conditions: no number is made of them.
-- after: stream
-- count: 0 eq.u16
-- count: 1 eq.i64
-- count: 1 lt.i64
-- count without simplify: 2 eq.u16

type kind = #small | #none | #large
entry f (x: i64): i64 =
  let kind: kind = if x == 0 then #none else if x < 10 then #small else #large
  in match kind
     case #none -> 7
     case #small -> x * x * x + x * 3 + x / 2 - 1
     case #large -> x / 3 + x * x * 5 - x * 7
