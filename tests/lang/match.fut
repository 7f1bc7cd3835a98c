-- Patterns: literals, tuples, records, wildcards, types.

-- ==
-- entry: classify
-- input { 0i32 true } output { 10i32 }
-- input { -1i32 true } output { 20i32 }
-- input { 5i32 true } output { 5i32 }
-- input { 5i32 false } output { -5i32 }

-- ==
-- entry: record
-- input { 1i32 2i32 } output { 2i32 }
-- input { 3i32 4i32 } output { 7i32 }

-- ==
-- entry: letters
-- input { [97u8, 98u8, 99u8] } output { [1i32, 2i32, 0i32] }

-- ==
-- entry: fraction
-- input { 1.5 } output { 1i64 }
-- input { 2.0 } output { 0i64 }

entry classify (x: i32) (b: bool): i32 =
  match (x, b)
  case (0, _) -> 10
  case (-1, true) -> 20
  case (n, true) -> n
  case (n: i32, false) -> -n

entry record (a: i32) (b: i32): i32 =
  match {a, b}
  case {a = 1, b} -> b
  case {a, b = c} -> a + c

entry letters (cs: []u8): []i32 = map (\c -> match c case 'a' -> 1 case 'b' -> 2 case _ -> 0) cs

entry fraction (x: f64): i64 = match x case 1.5 -> 1 case _ -> 0
