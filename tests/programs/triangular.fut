-- lower triangular matrices stored ragged
def lower (n: i64) (f: i64 -> i64 -> f64): [n][?]f64 = map (\i -> map (f i) (iota (i + 1))) (iota n)
def solve [n] (l: [n][?]f64) (b: [n]f64): [n]f64 =
  loop x = replicate n 0 for i < n do
    let s = f64.sum (map2 (*) l[i, :i] x[:i])
    in x with [i] = (b[i] - s) / l[i, i]
def mulv [n] (l: [n][?]f64) (x: [n]f64): [n]f64 =
  map (\row -> f64.sum (map2 (*) row (x[:length row]))) l
-- ==
-- entry: main
-- input { [1f64,3f64,6f64] } output { [1f64,1f64,1f64] [[1f64],[2f64,1f64],[3f64,2f64,1f64]] [1f64,3f64,6f64] }
entry main [n] (b: [n]f64) =
  let l = lower n (\i j -> f64.i64 (i - j + 1))
  let x = solve l b
  in (x, l, mulv l x)
