-- Definitions that call themselves on irregular values.
-- ==
-- entry: sorted_rows
-- input { [[3i64, 1i64, 2i64, 3i64], [], [2i64, 1i64]] }
-- output { [[1i64, 2i64, 3i64, 3i64], empty([0]i64), [1i64, 2i64]] }

-- ==
-- entry: sorted_in_rounds
-- input { [3i64, 1i64, 2i64, 5i64, 3i64, 0i64] }
-- output { [0i64, 1i64, 2i64, 3i64, 3i64, 5i64] }
-- input { empty([0]i64) }
-- output { empty([0]i64) }

-- ==
-- entry: by_length
-- input { [[1i64, 2i64], [], [3i64], [4i64, 4i64, 4i64]] }
-- output { [empty([0]i64), [3i64], [1i64, 2i64], [4i64, 4i64, 4i64]] }

-- ==
-- entry: tree_rows
-- input { 5i64 }
-- output { [[0i64], [1i64], [0i64], [2i64], [0i64], [1i64], [0i64, 1i64]] }

-- ==
-- entry: tree_sizes
-- input { 9i64 }
-- output { [1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 2i64] }

-- ==
-- entry: total_of_rows
-- input { [[1i64, 2i64], [], [3i64]] }
-- output { 6i64 }
-- input { empty([0][?]i64) }
-- output { 0i64 }

-- ==
-- entry: subtree_sums
-- input { [[1i64, 2i64], [3i64], [], []] }
-- output { [6i64, 4i64, 2i64, 3i64] }

-- ==
-- entry: paths
-- input { [[1i64, 2i64], [3i64, 4i64], [], [], []] }
-- output { [[0i64, 1i64, 3i64], [0i64, 1i64, 4i64], [0i64, 2i64]] }

-- ==
-- entry: failing
-- input { [[1i64]] }
-- error: irregular_recursion\.fut:91:52: Index \[0\] out of bounds for array of shape \[0\] \(row 0\), called at .*irregular_recursion

def sort [n] (xs: [n]i64): []i64 =
  if n < 2 then xs
  else let p = xs[n / 2]
       in sort (filter (< p) xs) ++ filter (== p) xs ++ sort (filter (> p) xs)
entry sorted_rows (xss: [][?]i64) = map sort xss

-- All parts of a level are sorted in one map.
def sort_parts [n] (xs: [n]i64): []i64 =
  if n < 2 then xs
  else let p = xs[0]
       let parts = [filter (< p) xs, filter (== p) xs, filter (> p) xs]
       in flatten (map (\part -> if length part == n then part else sort_parts part) parts)
entry sorted_in_rounds (xs: []i64) = sort_parts xs

-- Sorts rows, which are irregular themselves.
def sort_rows [n] (xss: [n][?]i64): [][?]i64 =
  if n < 2 then xss
  else let p = length xss[0]
       in sort_rows (filter (\r -> length r < p) xss) ++ filter (\r -> length r == p) xss
          ++ sort_rows (filter (\r -> length r > p) xss)
entry by_length (xss: [][?]i64) = sort_rows xss

def tree (n: i64) (depth: i64): [][?]i64 =
  if depth == 0 then [iota n] else tree (n / 2) (depth - 1) ++ [[depth]] ++ tree (n - n / 2) (depth - 1)
entry tree_rows (n: i64) = tree n 2
entry tree_sizes (n: i64) = lengths (tree n 3)

def total [n] (xss: [n][?]i64): i64 = if n == 0 then 0 else i64.sum xss[0] + total xss[1:]
entry total_of_rows (xss: [][?]i64) = total xss

-- A tree as the rows of children of every node.
def subtree (children: [][?]i64) (v: i64): i64 = v + i64.sum (map (subtree children) children[v])
entry subtree_sums (children: [][?]i64) = map (subtree children) (indices children)

def paths_from (children: [][?]i64) (v: i64): [][?]i64 =
  if null children[v] then [[v]]
  else flatten (map (\w -> map (\p -> [v] ++ p) (paths_from children w)) children[v])
entry paths (children: [][?]i64) = paths_from children 0

-- The failure tells the calls that led there.
def descend [n] (xs: [n]i64): i64 = if n == 0 then xs[0] else descend xs[1:]
entry failing (xss: [][?]i64) = map descend xss
def qs [n] (xs: [n]i64): [n]i64 =
  if n < 2 then xs else
  let p = xs[n/2]
  in (qs (filter (< p) xs) ++ filter (== p) xs ++ qs (filter (> p) xs)) :> [n]i64
-- ==
-- entry: sorted_to_same_size
-- input { [[3i64,1i64,2i64],[],[5i64,5i64,4i64]] } output { [[1i64,2i64,3i64],[],[4i64,5i64,5i64]] }
entry sorted_to_same_size [n] (xss: [n][?]i64): [n][?]i64 = map qs xss
def subsets (xs: []i64): [][?]i64 =
  if null xs then [[]] else let r = subsets (tail xs) in r ++ map (\s -> [head xs] ++ s) r
-- ==
-- entry: all_subsets
-- input { [1i64,2i64] } output { [[],[2i64],[1i64],[1i64,2i64]] }
-- input { empty([0]i64) } output { [empty([0]i64)] }
entry all_subsets (xs: []i64) = subsets xs
def perms (xs: []i64): [][?]i64 =
  if null xs then [[]] else
  flatten (map (\i -> map (\p -> [xs[i]] ++ p) (perms (xs[:i] ++ xs[i+1:]))) (indices xs))
-- ==
-- entry: h10
-- input { [1i64,2i64,3i64] } output { [[1i64,2i64,3i64],[1i64,3i64,2i64],[2i64,1i64,3i64],[2i64,3i64,1i64],[3i64,1i64,2i64],[3i64,2i64,1i64]] }
entry h10 (xs: []i64) = perms xs
def depth (k: i64) (xss: [][?]i64): i64 = if length xss <= 1 then k else depth (k+1) (map (\i -> xss[2*i] ++ (if 2*i+1 < length xss then xss[2*i+1] else [])) (iota ((length xss + 1) / 2)))
-- ==
-- entry: h11
-- input { [[1i64],[2i64],[3i64,4i64],[],[5i64]] } output { 3i64 }
entry h11 (xss: [][?]i64) = depth 0 xss
def collatz (n: i64): []i64 = if n == 1 then [1] else [n] ++ collatz (if n % 2 == 0 then n / 2 else 3 * n + 1)
-- ==
-- entry: h12
-- input { [1i64,2i64,3i64] } output { [[1i64],[2i64,1i64],[3i64,10i64,5i64,16i64,8i64,4i64,2i64,1i64]] }
entry h12 (ns: []i64) = map collatz ns
