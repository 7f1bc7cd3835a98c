-- Recursion over irregular values.

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

-- The cases below are written by oracle.py.

-- ==
-- entry: sorted
-- input { [-8i64, 8i64, 0i64, -2i64, -7i64, -2i64, -9i64, 0i64, -9i64] }
-- output { [-9i64, -9i64, -8i64, -7i64, -2i64, -2i64, 0i64, 0i64, 8i64] }
-- input { [3i64, 2i64, -7i64, -8i64, 8i64, 3i64, -8i64, 7i64, 0i64, 1i64, 1i64] }
-- output { [-8i64, -8i64, -7i64, 0i64, 1i64, 1i64, 2i64, 3i64, 3i64, 7i64, 8i64] }
-- input { [-3i64, 7i64] }
-- output { [-3i64, 7i64] }
-- input { [4i64, 1i64, 3i64, 8i64] }
-- output { [1i64, 3i64, 4i64, 8i64] }
-- input { [-4i64, -8i64] }
-- output { [-8i64, -4i64] }
-- input { [7i64, 3i64] }
-- output { [3i64, 7i64] }
-- input { [1i64, -3i64, 4i64, 0i64, -9i64, 9i64, 5i64, 2i64] }
-- output { [-9i64, -3i64, 0i64, 1i64, 2i64, 4i64, 5i64, 9i64] }
-- input { [0i64, 3i64] }
-- output { [0i64, 3i64] }

-- ==
-- entry: sorted_rows
-- input { empty([0][?]i64) }
-- output { empty([0][?]i64) }
-- input { [empty([0]i64)] }
-- output { [empty([0]i64)] }
-- input { [[6i64], [-2i64], [5i64, -4i64], [7i64, 7i64, -8i64]] }
-- output { [[6i64], [-2i64], [-4i64, 5i64], [-8i64, 7i64, 7i64]] }
-- input { [[-7i64, -1i64], [2i64, 2i64, 5i64], [6i64, 5i64]] }
-- output { [[-7i64, -1i64], [2i64, 2i64, 5i64], [5i64, 6i64]] }
-- input { [[-5i64, 5i64, 2i64], [-9i64, -2i64], [-9i64], [-2i64], [-3i64, 3i64, 7i64], [-9i64], empty([0]i64)] }
-- output { [[-5i64, 2i64, 5i64], [-9i64, -2i64], [-9i64], [-2i64], [-3i64, 3i64, 7i64], [-9i64], empty([0]i64)] }
-- input { [[-1i64], [7i64, 1i64, -8i64]] }
-- output { [[-1i64], [-8i64, 1i64, 7i64]] }
-- input { [[7i64], [4i64], [-7i64]] }
-- output { [[7i64], [4i64], [-7i64]] }
-- input { [[5i64], empty([0]i64), [-9i64, -8i64], [-1i64, -4i64, 4i64]] }
-- output { [[5i64], empty([0]i64), [-9i64, -8i64], [-4i64, -1i64, 4i64]] }

-- ==
-- entry: sorted_nested
-- input { [-8i64, 8i64, 4i64, 6i64, 1i64, -5i64, 8i64] }
-- output { [-8i64, -5i64, 1i64, 4i64, 6i64, 8i64, 8i64] }
-- input { [-2i64, -9i64, 2i64, 3i64, 6i64, 1i64, -5i64] }
-- output { [-9i64, -5i64, -2i64, 1i64, 2i64, 3i64, 6i64] }
-- input { [9i64, -3i64, 0i64, -5i64, -6i64, -3i64, 4i64, -7i64, 0i64, -6i64, 4i64, -2i64] }
-- output { [-7i64, -6i64, -6i64, -5i64, -3i64, -3i64, -2i64, 0i64, 0i64, 4i64, 4i64, 9i64] }
-- input { [-1i64, 5i64, 0i64, 0i64, 8i64, 7i64, 5i64, -5i64, -9i64] }
-- output { [-9i64, -5i64, -1i64, 0i64, 0i64, 5i64, 5i64, 7i64, 8i64] }
-- input { empty([0]i64) }
-- output { empty([0]i64) }
-- input { [7i64, -6i64] }
-- output { [-6i64, 7i64] }
-- input { [-6i64, -4i64, 2i64] }
-- output { [-6i64, -4i64, 2i64] }
-- input { [3i64, -3i64, 6i64, 1i64, 4i64, -2i64] }
-- output { [-3i64, -2i64, 1i64, 3i64, 4i64, 6i64] }

-- ==
-- entry: merged
-- input { [1i64, -7i64, -7i64, 0i64, 4i64, -6i64, 0i64, 7i64, 6i64, 8i64] }
-- output { [-7i64, -7i64, -6i64, 0i64, 0i64, 1i64, 4i64, 6i64, 7i64, 8i64] }
-- input { [3i64, 1i64] }
-- output { [1i64, 3i64] }
-- input { [-2i64, -9i64, -2i64, 1i64, -3i64, -9i64] }
-- output { [-9i64, -9i64, -3i64, -2i64, -2i64, 1i64] }
-- input { [-2i64, -2i64, -4i64, 3i64, -3i64, -6i64, 2i64, -4i64, -9i64, -7i64] }
-- output { [-9i64, -7i64, -6i64, -4i64, -4i64, -3i64, -2i64, -2i64, 2i64, 3i64] }
-- input { [5i64, -5i64, 3i64, 1i64] }
-- output { [-5i64, 1i64, 3i64, 5i64] }
-- input { [-8i64, 9i64] }
-- output { [-8i64, 9i64] }
-- input { [-7i64, -8i64, -8i64, -4i64] }
-- output { [-8i64, -8i64, -7i64, -4i64] }
-- input { [-3i64, -5i64, -5i64, 8i64, 5i64, -3i64] }
-- output { [-5i64, -5i64, -3i64, -3i64, 5i64, 8i64] }

-- ==
-- entry: all_subsets
-- input { [-7i64, -1i64, 8i64, -8i64] }
-- output { [empty([0]i64), [-8i64], [8i64], [8i64, -8i64], [-1i64], [-1i64, -8i64], [-1i64, 8i64], [-1i64, 8i64, -8i64], [-7i64], [-7i64, -8i64], [-7i64, 8i64], [-7i64, 8i64, -8i64], [-7i64, -1i64], [-7i64, -1i64, -8i64], [-7i64, -1i64, 8i64], [-7i64, -1i64, 8i64, -8i64]] }
-- input { empty([0]i64) }
-- output { [empty([0]i64)] }
-- input { [6i64, 8i64, 4i64, 7i64] }
-- output { [empty([0]i64), [7i64], [4i64], [4i64, 7i64], [8i64], [8i64, 7i64], [8i64, 4i64], [8i64, 4i64, 7i64], [6i64], [6i64, 7i64], [6i64, 4i64], [6i64, 4i64, 7i64], [6i64, 8i64], [6i64, 8i64, 7i64], [6i64, 8i64, 4i64], [6i64, 8i64, 4i64, 7i64]] }
-- input { [5i64, 8i64, 3i64] }
-- output { [empty([0]i64), [3i64], [8i64], [8i64, 3i64], [5i64], [5i64, 3i64], [5i64, 8i64], [5i64, 8i64, 3i64]] }
-- input { [-2i64] }
-- output { [empty([0]i64), [-2i64]] }
-- input { [-5i64, 9i64, 6i64] }
-- output { [empty([0]i64), [6i64], [9i64], [9i64, 6i64], [-5i64], [-5i64, 6i64], [-5i64, 9i64], [-5i64, 9i64, 6i64]] }
-- input { [1i64, -4i64] }
-- output { [empty([0]i64), [-4i64], [1i64], [1i64, -4i64]] }
-- input { [3i64] }
-- output { [empty([0]i64), [3i64]] }

-- ==
-- entry: powers
-- input { empty([0]i64) empty([0]i64) }
-- output { empty([0]i64) }
-- input { [2i64] [6i64] }
-- output { [64i64] }
-- input { [1i64] [1i64] }
-- output { [1i64] }
-- input { [1i64, 3i64, 3i64] [3i64, 1i64, 7i64] }
-- output { [1i64, 3i64, 2187i64] }
-- input { [-2i64] [4i64] }
-- output { [16i64] }
-- input { [2i64, 3i64, -1i64, 0i64, -2i64, 0i64] [1i64, 2i64, 0i64, 4i64, 4i64, 9i64] }
-- output { [2i64, 9i64, 1i64, 0i64, 16i64, 0i64] }
-- input { [0i64, -1i64, 2i64, -1i64, 3i64, 0i64, 1i64] [8i64, 1i64, 1i64, 7i64, 5i64, 4i64, 4i64] }
-- output { [0i64, -1i64, 2i64, -1i64, 243i64, 0i64, 1i64] }
-- input { [-3i64] [9i64] }
-- output { [-19683i64] }

-- ==
-- entry: tree_sums
-- input { empty([0][?]i64) }
-- output { empty([0]i64) }
-- input { [[9i64]] }
-- output { [9i64] }
-- input { [[-7i64]] }
-- output { [-7i64] }
-- input { [[-3i64, -8i64]] }
-- output { [-11i64] }
-- input { [[-4i64, -6i64], empty([0]i64)] }
-- output { [-10i64, 0i64] }
-- input { [[-5i64], [9i64], empty([0]i64), empty([0]i64), empty([0]i64), [3i64]] }
-- output { [-5i64, 9i64, 0i64, 0i64, 0i64, 3i64] }
-- input { [[2i64, -2i64, 3i64], [-8i64, 4i64, -6i64], empty([0]i64), [3i64, -1i64], [-6i64], [-4i64], [-6i64]] }
-- output { [3i64, -10i64, 0i64, 2i64, -6i64, -4i64, -6i64] }
-- input { [[8i64, -8i64, -3i64], [7i64, 9i64], [8i64, 8i64], [8i64, 0i64, -9i64, 4i64, 5i64], empty([0]i64)] }
-- output { [-3i64, 16i64, 16i64, 8i64, 0i64] }

-- ==
-- entry: kept
-- input { empty([0][?]i64) }
-- output { empty([0][?]i64) }
-- input { [[-5i64, -6i64, -1i64]] }
-- output { [[-5i64, -6i64, -1i64]] }
-- input { [empty([0]i64)] }
-- output { [empty([0]i64)] }
-- input { [[-1i64, 2i64, -3i64], [9i64, -3i64], empty([0]i64)] }
-- output { [[-1i64, 2i64, -3i64], [9i64, -3i64], empty([0]i64)] }
-- input { [[-8i64, 0i64, -6i64], empty([0]i64), [-1i64]] }
-- output { [[-8i64, 0i64, -6i64], empty([0]i64), [-1i64]] }
-- input { [[3i64, 2i64], [-7i64]] }
-- output { [[3i64, 2i64], [-7i64]] }
-- input { [[9i64, 3i64, 3i64]] }
-- output { [[9i64, 3i64, 3i64]] }
-- input { [[-7i64], [-4i64, 9i64], [-2i64, 2i64], empty([0]i64), [0i64, -2i64, -1i64], [2i64]] }
-- output { [[-7i64], [-4i64, 9i64], [-2i64, 2i64], empty([0]i64), [0i64, -2i64, -1i64], [2i64]] }

-- ==
-- entry: permutations
-- input { [1i64, 1i64] }
-- output { [[1i64, 1i64], [1i64, 1i64]] }
-- input { empty([0]i64) }
-- output { [empty([0]i64)] }
-- input { [-7i64, 0i64, 1i64, 4i64] }
-- output { [[-7i64, 0i64, 1i64, 4i64], [-7i64, 0i64, 4i64, 1i64], [-7i64, 1i64, 0i64, 4i64], [-7i64, 1i64, 4i64, 0i64], [-7i64, 4i64, 0i64, 1i64], [-7i64, 4i64, 1i64, 0i64], [0i64, -7i64, 1i64, 4i64], [0i64, -7i64, 4i64, 1i64], [0i64, 1i64, -7i64, 4i64], [0i64, 1i64, 4i64, -7i64], [0i64, 4i64, -7i64, 1i64], [0i64, 4i64, 1i64, -7i64], [1i64, -7i64, 0i64, 4i64], [1i64, -7i64, 4i64, 0i64], [1i64, 0i64, -7i64, 4i64], [1i64, 0i64, 4i64, -7i64], [1i64, 4i64, -7i64, 0i64], [1i64, 4i64, 0i64, -7i64], [4i64, -7i64, 0i64, 1i64], [4i64, -7i64, 1i64, 0i64], [4i64, 0i64, -7i64, 1i64], [4i64, 0i64, 1i64, -7i64], [4i64, 1i64, -7i64, 0i64], [4i64, 1i64, 0i64, -7i64]] }
-- input { [2i64, 7i64, 6i64, -3i64] }
-- output { [[2i64, 7i64, 6i64, -3i64], [2i64, 7i64, -3i64, 6i64], [2i64, 6i64, 7i64, -3i64], [2i64, 6i64, -3i64, 7i64], [2i64, -3i64, 7i64, 6i64], [2i64, -3i64, 6i64, 7i64], [7i64, 2i64, 6i64, -3i64], [7i64, 2i64, -3i64, 6i64], [7i64, 6i64, 2i64, -3i64], [7i64, 6i64, -3i64, 2i64], [7i64, -3i64, 2i64, 6i64], [7i64, -3i64, 6i64, 2i64], [6i64, 2i64, 7i64, -3i64], [6i64, 2i64, -3i64, 7i64], [6i64, 7i64, 2i64, -3i64], [6i64, 7i64, -3i64, 2i64], [6i64, -3i64, 2i64, 7i64], [6i64, -3i64, 7i64, 2i64], [-3i64, 2i64, 7i64, 6i64], [-3i64, 2i64, 6i64, 7i64], [-3i64, 7i64, 2i64, 6i64], [-3i64, 7i64, 6i64, 2i64], [-3i64, 6i64, 2i64, 7i64], [-3i64, 6i64, 7i64, 2i64]] }
-- input { [-3i64, 5i64] }
-- output { [[-3i64, 5i64], [5i64, -3i64]] }
