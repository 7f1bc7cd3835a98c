-- Calls of definitions that call themselves inside maps, reductions and loops: arrays that are consumed, captured, returned.

def grow (k: i64) (xs: *[]i64) : []i64 =
  if k == 0 then xs else let n = length xs
                         let ys = if n > 0 then xs with [0] = xs[0] + k else xs
                         in grow (k - 1) (ys ++ [k])

-- ==
-- entry: consuming
-- input { [[1i64, 2i64], [], [5i64]] [2i64, 0i64, 3i64] }
-- output { [[4i64, 2i64, 2i64, 1i64], [], [11i64, 3i64, 2i64, 1i64]] }
entry consuming [n] (xss: [n][?]i64) (ks: [n]i64) = map2 (\xs k -> grow k (copy xs)) xss ks

def even_part (n: i64) (xs: []i64) : ([]i64, i64) =
  if n <= 0 then (xs, 0) else let (ys, c) = even_part (n - 2) (map (+ n) xs)
                              in (filter (\y -> y % 2 == 0) ys, c + length ys)

-- ==
-- entry: tuples
-- input { [[[1i64, 2i64, 3i64]], [], [[4i64], [], [7i64, 8i64]]] }
-- output { [[[6i64]], [], [[], empty([0]i64), [10i64]]] [[4i64], empty([0]i64), [1i64, 0i64, 2i64]] }
entry tuples (xsss: [][?][?]i64) =
  let r = map (\xss -> map (\xs -> even_part (length xs) xs) xss) xsss
  in (map (\ps -> map (.0) ps) r, map (\ps -> map (.1) ps) r)

def search (table: []i64) (lo: i64) (hi: i64) (x: i64) : i64 =
  if lo >= hi then lo else let mid = (lo + hi) / 2
                           in
                             if table[mid] < x
                             then search table (mid + 1) hi x
                             else search table lo mid x

-- ==
-- entry: searches
-- input { [1i64, 3i64, 5i64, 7i64] [0i64, 1i64, 2i64, 7i64, 9i64] }
-- output { [0i64, 0i64, 1i64, 3i64, 4i64] }
-- input { empty([0]i64) [0i64] }
-- output { [0i64] }
-- input { [1i64] empty([0]i64) }
-- output { empty([0]i64) }
entry searches (table: []i64) (xs: []i64) = map (search table 0 (length table)) xs

def fold_rec (f: i64 -> i64 -> i64) (xs: []i64) : i64 =
  if length xs == 0 then 0 else f xs[0] (fold_rec f xs[1:])

-- ==
-- entry: higher
-- input { [[1i64, 2i64], [], [3i64]] 10i64 }
-- output { [23i64, 0i64, 13i64] }
entry higher (xss: [][?]i64) (k: i64) = map (\xs -> fold_rec (\a b -> a + b + k) xs) xss

-- ==
-- entry: in_reduce
-- input { [3i64, 4i64, 2i64] }
-- output { 240i64 }

def gcd' (a: i64) (b: i64) : i64 = if b == 0 then a else gcd' b (a % b)
entry in_reduce (xs: []i64) = reduce (\a b -> a / gcd' a b * b) 1 xs * 20

-- ==
-- entry: in_while
-- input { [10i64, 1i64, 7i64] }
-- output { [5i64, 0i64, 4i64] }

def ack (m: i64) (n: i64) : i64 =
  if m == 0 then n + 1 else if n == 0 then ack (m - 1) 1 else ack (m - 1) (ack m (n - 1))
entry in_while (ns: []i64) =
  map
    (\n -> (loop (k, x) = (0i64, n) while x > 1 do (k + 1, if x > 4 then x - ack 1 1 else x - 1)).0)
    ns

-- A neutral element of a function that is called in a map differs from row to row.
def least (depth: i64) (xs: []i64): i64 =
  let m = reduce i64.min xs[0] xs
  in if depth == 0 then m
     else i64.sum (map (\i -> least (depth - 1) (map (+ i) xs)) (iota 3)) + reduce i64.max (depth - 1) xs

-- ==
-- entry: least_of_rows
-- input { [[3i64, 1i64], [2i64], [4i64, 9i64, 7i64]] }
-- output { [9i64, 11i64, 24i64] }
entry least_of_rows (xss: [][?]i64) = map (least 1) xss
