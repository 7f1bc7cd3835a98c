-- Failures inside calls name the rows of all maps around, those of the callers first, and the places of the calls; on every backend.

-- Of the paths of `depth` steps one may fail.
def down (ks: []i64) (bad: i64) (depth: i64) (code: i64): i64 =
  if depth > 0 then i64.sum (map (\i -> down ks bad (depth - 1) (3 * code + i)) (iota 3))
  else if code == bad then ks[100]
  else ks[code]

-- ==
-- entry: in_maps
-- input { [0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64] -1i64 }
-- output { [0i64, 3i64, 36i64] }
-- input { [0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64] 5i64 }
-- error: recursion_failures.fut:6:28: Index \[100\] out of bounds for array of shape \[9\] \(row 2, 1, 2\), called at .*recursion_failures.fut:5:41, called at .*recursion_failures.fut:15:63$
entry in_maps [n] (ks: [n]i64) (bad: i64): []i64 = map (\d -> down ks bad d 0) (iota 3)

-- ==
-- entry: outside
-- input { [0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64] 7i64 }
-- error: recursion_failures.fut:6:28: Index \[100\] out of bounds for array of shape \[9\] \(row 2, 1\), called at .*recursion_failures.fut:5:41, called at .*recursion_failures.fut:21:50$
entry outside [n] (ks: [n]i64) (bad: i64): i64 = down ks bad 2 0

def factorial (n: i64): i64 =
  if n == 0 then 1 else if n > 90 then n / (n - n) else n * factorial (n - 1)

-- ==
-- entry: in_branches
-- input { [5i64, 3i64, -1i64, 4i64] }
-- output { [120i64, 6i64, 0i64, 24i64] }
-- input { [5i64, 3i64, 99i64, 4i64] }
-- error: recursion_failures.fut:24:40: division by zero \(row 2\), called at .*recursion_failures.fut:32:65$
entry in_branches (ns: []i64) = map (\n -> if n < 0 then 0 else factorial n) ns

def chosen (k: i64) (xs: []i64): i64 = if k == 0 then xs[0] else chosen (k - 1) xs[1:]

-- ==
-- entry: in_nests
-- input { [[1i64, 0i64], [], [2i64, 1i64, 0i64]] }
-- output { [[0i64, 1i64], [], [0i64, 1i64, 2i64]] }
-- input { [[1i64, 0i64], [], [2i64, 3i64, 0i64]] }
-- error: recursion_failures.fut:34:55: Index \[0\] out of bounds for array of shape \[0\] \(row 2, 1\), called at .*recursion_failures.fut:34:66, called at .*recursion_failures.fut:42:57$
entry in_nests (kss: [][?]i64) = map (\ks -> map (\k -> chosen k ks) ks) kss

-- ==
-- entry: in_loops
-- input { [[1i64, 0i64], [0i64]] 1i64 }
-- output { [0i64, 0i64] }
-- input { [[1i64, 0i64], [1i64]] 2i64 }
-- error: recursion_failures.fut:34:55: Index \[0\] out of bounds for array of shape \[0\] \(row 1\), called at .*recursion_failures.fut:34:66, called at .*recursion_failures.fut:50:83$
entry in_loops (kss: [][?]i64) (m: i64) = map (\ks -> loop k = ks[0] for i < m do chosen k ks) kss

def forever (n: i64): i64 = if n < 0 then n else 1 + forever (n + 1)

-- ==
-- entry: endless_rows
-- input { [-1i64, -2i64] }
-- output { [-1i64, -2i64] }
-- input { [1i64, -2i64] }
-- error: recursion_failures.fut:52:54: Calls are nested too deeply, called at .*recursion_failures.fut:60:34$
entry endless_rows (ns: []i64) = map forever ns
