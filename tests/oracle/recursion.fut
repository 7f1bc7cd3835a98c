-- Recursion over irregular values.
-- tags { interp_only }

def qsort (xs: []i64): []i64 =
  if length xs <= 1 then xs
  else let p = xs[length xs / 2]
       in qsort (filter (< p) xs) ++ filter (== p) xs ++ qsort (filter (> p) xs)

entry sorted (xs: []i64): []i64 = qsort xs
entry sorted_rows [n] (xss: [n][?]i64): [n][?]i64 = map qsort xss

def qsort_nested (xs: []i64): []i64 =
  if length xs <= 1 then xs
  else let p = xs[0]
       let parts: [2][?]i64 = map qsort_nested [filter (< p) xs, filter (> p) xs]
       in parts[0] ++ filter (== p) xs ++ parts[1]

entry sorted_nested (xs: []i64): []i64 = qsort_nested xs

def merge (xs: []i64) (ys: []i64): []i64 =
  if null xs then ys else if null ys then xs
  else if xs[0] <= ys[0] then [xs[0]] ++ merge xs[1:] ys else [ys[0]] ++ merge xs ys[1:]

def msort [n] (xs: [n]i64): []i64 =
  if n < 2 then xs else merge (msort xs[:n/2]) (msort xs[n/2:])

entry merged (xs: []i64): []i64 = msort xs

def subsets [n] (xs: [n]i64): [][?]i64 =
  if n == 0 then [[]] else let rest = subsets xs[1:] in rest ++ map (\s -> [xs[0]] ++ s) rest

entry all_subsets (xs: []i64): [][?]i64 = subsets xs

def power (x: i64) (k: i64): i64 = if k == 0 then 1 else let h = power x (k / 2) in if k % 2 == 0 then h * h else h * h * x
entry powers [n] (xs: [n]i64) (ks: [n]i64): [n]i64 = map2 power xs ks

def tree_sum [n] (xs: [n]i64): i64 = if n == 0 then 0 else if n == 1 then xs[0] else tree_sum xs[:n/2] + tree_sum xs[n/2:]
entry tree_sums [n] (xss: [n][?]i64): [n]i64 = map tree_sum xss

def flips [n] (xss: [n][?]i64): [n][?]i64 = if all null xss then xss else map (\xs -> if null xs then xs else [xs[0]] ++ (flips [xs[1:]])[0]) xss
entry kept [n] (xss: [n][?]i64): [n][?]i64 = flips xss

def perms (xs: []i64): [][?]i64 =
  if null xs then [[]]
  else flatten (map (\i -> map (\p -> [xs[i]] ++ p) (perms (xs[:i] ++ xs[i+1:]))) (indices xs))
entry permutations (xs: []i64): [][?]i64 = perms xs
