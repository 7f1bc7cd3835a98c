-- Sums: enumerations, payloads that are arrays, records and other sums, and arrays of them.

type colour = #red | #green | #blue
type~ content = #empty | #number f64 | #text ([]u8) | #pair {left: i32, right: i32} | #tinted colour
type maybe = #none | #some i32

entry next (c: colour): colour = match c case #red -> #green case #green -> #blue case #blue -> #red

entry size (c: content): i64 =
  match c
  case #empty -> 0
  case #number _ -> 1
  case #text t -> length t
  case #pair p -> i64.i32 (p.left + p.right)
  case #tinted #blue -> 100
  case #tinted _ -> 50

entry wrap (t: []u8): content = if null t then #empty else #text (map (+ 1) t)

entry find [n] (x: i32) (xs: [n]i32): maybe =
  loop found = #none for i in reverse (iota n) do if xs[i] == x then #some (i32.i64 i) else found

entry all_found [n] (ms: [n]maybe): i32 =
  i32.sum (map (\m -> match m case #none -> 0 case #some x -> x) ms)

entry halves [n] (xs: [n]i32): [n]maybe = map (\x -> if x % 2 == 0 then #some (x / 2) else #none) xs
