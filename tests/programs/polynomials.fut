-- polynomials as ragged coefficient rows
def eval (x: f64) (cs: []f64): f64 = foldr (\c acc -> c + x * acc) 0 cs
def add [n] [m] (a: [n]f64) (b: [m]f64): []f64 =
  let k = i64.max n m
  let at [l] (xs: [l]f64) i = if i < l then xs[i] else 0
  in map (\i -> at a i + at b i) (iota k)
def mul [n] [m] (a: [n]f64) (b: [m]f64): []f64 =
  if n == 0 || m == 0 then [] else
  map (\k -> f64.sum (map (\i -> if k - i >= 0 && k - i < m then a[i] * b[k-i] else 0) (iota n))) (iota (n + m - 1))
def derive [n] (a: [n]f64): []f64 = map (\i -> f64.i64 (i + 1) * a[i+1]) (iota (i64.max 0 (n - 1)))
-- ==
-- entry: main
-- input { [[1f64,2f64],[],[3f64,0f64,1f64]] 2f64 } output { [5f64,0f64,7f64] [[2f64,4f64],[],[6f64,0f64,2f64]] [[1f64,4f64,4f64],[],[9f64,0f64,6f64,0f64,1f64]] [[2f64],[],[0f64,2f64]] [3f64,6f64,1f64,2f64] }
entry main (ps: [][?]f64) (x: f64) =
  (map (eval x) ps, map (\p -> add p p) ps, map (\p -> mul p p) ps, map derive ps,
   mul ps[0] ps[2])
