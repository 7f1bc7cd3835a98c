-- What other systems hold in Arrow: rows, nulls, records with rows, truth values, half precision, records in records.

type maybe = #none | #some f64
type~ page = {day: i32, notes: [?][?]u8, mood: maybe}
type point = {x: f64, y: f64}
type place = {at: point, name: i64}

entry sums [n] (xss: [n][?]f64): [n]f64 = map f64.sum xss

entry doubled [n] (xss: [n][?]f64): [n][?]f64 = map (map (* 2)) xss

entry filled [n] (xs: [n]maybe) (x: f64): [n]f64 = map (\o -> match o case #none -> x case #some y -> y) xs

entry moods [n] (pages: [n]page): [n]f64 =
  map (\p -> f64.i32 p.day + f64.i64 (i64.sum (map length p.notes)) + (match p.mood case #none -> 0.5 case #some m -> m)) pages

entry flipped [n] (xs: [n]bool): [n]bool = map (\x -> !x) xs

entry halved [n] (xs: [n]f16): [n]f16 = map (/ 2) xs

entry moved [n] (ps: [n]place) (by: f64): [n]place = map (\p -> p with at.x = p.at.x + by) ps
