-- A recursion over a row of the map, or over halves of it, is a function of the kernel that calls it: nothing is copied.
-- test: flatten
-- count: 2 seg
-- count: 2 launches
-- count: 2 fun
-- count: 0 arrays
def total (xs: []i64): i64 =
  if null xs then 0 else if length xs == 1 then xs[0] else let h = length xs / 2 in total xs[:h] + total xs[h:]
def find (xs: []i64) (x: i64) (lo: i64) (hi: i64): i64 =
  if hi - lo <= 1 then lo else let mid = (lo + hi) / 2 in if xs[mid] <= x then find xs x mid hi else find xs x lo mid
entry f (xss: [][?]i64) (x: i64) = (map total xss, map (\xs -> find xs x 0 (length xs)) xss)
