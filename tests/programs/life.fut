-- sparse game of life: live cells as a list, loop carried of changing size
def neighbours (x: i64, y: i64): [8](i64, i64) =
  [(x-1,y-1),(x,y-1),(x+1,y-1),(x-1,y),(x+1,y),(x-1,y+1),(x,y+1),(x+1,y+1)]
def step (cells: [](i64, i64)): [](i64, i64) =
  let all = flatten (map neighbours cells)
  let (keys, groups) = group_by_key (\(a, b) (c, d) -> a < c || (a == c && b <= d)) all all
  let alive c = any (\d -> c.0 == d.0 && c.1 == d.1) cells
  in map (.0) (filter (\(c, g) -> length g == 3 || (length g == 2 && alive c)) (zip keys groups))
-- ==
-- entry: main
-- input { [0i64,1i64,2i64] [1i64,1i64,1i64] 1i64 } output { [1i64,1i64,1i64] [0i64,1i64,2i64] }
entry main [n] (xs: [n]i64) (ys: [n]i64) (k: i64) =
  unzip (loop cells = zip xs ys for _i < k do step cells)
