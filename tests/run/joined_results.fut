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

-- A neutral element that differs from call to call.
def hull (ps: [](i64, i64)) (k: i64): [](i64, i64) =
  if null ps || k == 0 then ps else
  let m = reduce (\(a, c) (b, d) -> if c > d || c == d && a <= b then (a, c) else (b, d)) ps[0] ps
  let sums = scan (\(a, c) (b, d) -> (i64.max a b, c + d)) (m.0, 0) ps
  in hull (filter (\p -> p.0 < m.0) ps) (k - 1) ++ [m] ++ take 1 sums ++ hull (filter (\p -> p.0 > m.0) ps) (k - 1)
-- ==
-- entry: hull_alone hulls
-- input { [5i64, 3i64, 8i64, 1i64, 9i64, 2i64] [1i64, 4i64, 4i64, 0i64, 3i64, 3i64] } auto output
-- input { empty([0]i64) empty([0]i64) } auto output
entry hull_alone [n] (xs: [n]i64) (ys: [n]i64) = hull (zip xs ys) 3
entry hulls [n] (xs: [n]i64) (ys: [n]i64) = map (\k -> hull (zip xs ys)[:k] k) (iota n)
