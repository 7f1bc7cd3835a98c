-- Quicksort of the rows of a matrix as the paper writes it: a `while` around whole rows, whose parts are marked by flags. Rows stop one
-- by one, but keep their size (WHILE-SHAPE): no level is ragged.
-- after: flatten
-- count: 1 active
-- count: 0 ragged
-- count: 0 offsets
-- count without shapes regularity: 0 offsets

def step [n] (xs: [n]i64, flags: [n]bool): ([n]i64, [n]bool) =
  let part = map (\s -> s - 1) (scan (+) 0 (map i64.bool flags))
  let starts = scan i64.max 0 (map2 (\f i -> if f then i else 0) flags (iota n))
  let smaller = map2 (\x s -> x < xs[s]) xs starts
  let equal = map2 (\x s -> x == xs[s]) xs starts
  let ranks = scan (+) 0 (map i64.bool smaller)
  let equals = scan (+) 0 (map i64.bool equal)
  let in_part (marks: [n]bool) = reduce_by_index (replicate n 0) (+) 0 part (map i64.bool marks)
  let (all_smaller, all_equal) = (in_part smaller, in_part equal)
  let before (counts: [n]i64) (s: i64) = if s == 0 then 0 else counts[s - 1]
  let place i =
    let s = starts[i]
    let a = ranks[i] - before ranks s
    let b = equals[i] - before equals s
    let (middle, upper) = (s + all_smaller[part[i]], s + all_smaller[part[i]] + all_equal[part[i]])
    in if smaller[i] then s + a - 1 else if equal[i] then middle + b - 1 else upper + (i - s) - a - b
  let cut (f: bool) i (by: i64) = if f then starts[i] + by else -1
  let middles = map2 (\f i -> cut f i all_smaller[part[i]]) flags (iota n)
  let uppers = map2 (\f i -> cut f i (all_smaller[part[i]] + all_equal[part[i]])) flags (iota n)
  let flags = scatter (scatter (copy flags) middles (replicate n true)) uppers (replicate n true)
  in (scatter (copy xs) (map place (iota n)) xs, flags)

def is_sorted [n] (xs: [n]i64): bool = and (map (\i -> i == 0 || xs[i - 1] <= xs[i]) (iota n))

entry quicksort [m] [n] (xss: [m][n]i64): [m][n]i64 =
  map (\row -> (loop (xs, flags) = (row, map (== 0) (iota n)) while !(is_sorted xs) do step (xs, flags)).0) xss
