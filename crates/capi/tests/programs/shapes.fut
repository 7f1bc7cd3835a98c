-- Records, sums, and arrays of them.

type point = {x: f64, y: f64}
type shape = #circle point f64 | #nothing | #polygon i64

type line = (point, point)

entry moved (p: point) (by: f64): point = {x = p.x + by, y = p.y - by}

entry area (s: shape): f64 =
  match s
  case #circle _ r -> r * r * 3
  case #nothing -> 0
  case #polygon n -> f64.i64 n

entry bigger (s: shape): shape =
  match s
  case #circle c r -> #circle c (r + 1)
  case #nothing -> #polygon 3
  case #polygon n -> if n > 3 then #nothing else #polygon (n + 1)

entry length (l: line): f64 = f64.sqrt ((l.0.x - l.1.x) ** 2 + (l.0.y - l.1.y) ** 2)

entry centre [n] (ps: [n]point): point =
  {x = f64.sum (map (.x) ps) / f64.i64 n, y = f64.sum (map (.y) ps) / f64.i64 n}

entry grid (n: i64) (m: i64): [n][m]point =
  tabulate_2d n m (\i j -> {x = f64.i64 i, y = f64.i64 j})

entry areas [n] (ss: [n]shape): [n]f64 = map area ss

entry shapes (n: i64): [n]shape =
  map (\i -> if i % 3 == 0 then #nothing else if i % 3 == 1 then #polygon i else #circle {x = 0, y = 1} (f64.i64 i)) (iota n)
