-- Calls that are made at once, with results of several kinds: of a size that is given, records, rows of a constant size.

-- ==
-- entry: maps_alone maps recs tris tri_alone nested
-- input { 0i64 } auto output
-- input { 1i64 } auto output
-- input { 5i64 } auto output
def same [n] (xs: [n]i64) (k: i64): [n]i64 =
  if k == 0 then map (+ 1) xs else
  let a = same xs (k - 1)
  let b = same (map (* 2) xs) (k - 1)
  in map2 (+) a b
entry maps_alone (n: i64) = same (iota n) 3
entry maps (n: i64) = map (\k -> i64.sum (same (iota k) (k % 4))) (iota (n + 2))
type r = {w: f64, xs: [3]i32, b: bool}
def rec (x: r) (k: i32): []r =
  if k <= 0 then [x] else
  let l = rec (x with w = x.w * 2) (k - 1)
  let m = rec {w = x.w + 1, xs = map (+ k) x.xs, b = !x.b} (k - 2)
  in l ++ m
entry recs (n: i64) = map (\i -> let rs = rec {w = 1, xs = [1, 2, 3], b = true} (i32.i64 i) in (f64.sum (map (.w) rs), i32.sum (map (\q -> i32.sum q.xs) rs), or (map (.b) rs))) (iota n)
def tri (n: i64): [][2]i64 =
  if n <= 0 then [[1, 2]] else
  let a = tri (n - 1)
  let b = tri (n - 2)
  in a ++ map (map (+ n)) b
entry tri_alone (n: i64) = tri n
entry tris (n: i64) = map (\k -> let t = tri k in (length t, i64.sum (flatten t))) (iota n)
entry nested (n: i64) = map (\i -> map (\j -> (tri (i % 3), same (iota j) (j % 3))) (iota i)) (iota n) |> map (map (\(t, s) -> length t + i64.sum s))
