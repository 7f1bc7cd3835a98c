-- group points by nearest centre, ragged clusters, new centres
type point = {x: f64, y: f64}
def dist (p: point) (q: point) = (p.x - q.x)**2 + (p.y - q.y)**2
def nearest [k] (cs: [k]point) (p: point): i64 =
  (reduce_comm (\(i, d) (j, e) -> if d < e || (d == e && i < j) then (i, d) else (j, e)) (k, f64.inf) (zip (iota k) (map (dist p) cs))).0
def mean (ps: []point): point =
  let n = f64.i64 (length ps)
  in {x = f64.sum (map (.x) ps) / n, y = f64.sum (map (.y) ps) / n}
def step [n] [k] (ps: [n]point) (cs: [k]point): [k]point =
  let near = map (nearest cs) ps
  let clusters = map (\c -> map (.1) (filter (\(j, _) -> j == c) (zip near ps))) (iota k)
  in map2 (\old cl -> if null cl then old else mean cl) cs clusters
-- ==
-- entry: main
-- input { [0f64,0f64,10f64,10f64] [0f64,2f64,0f64,2f64] } output { [0f64,10f64] [1f64,1f64] }
entry main [n] (xs: [n]f64) (ys: [n]f64) =
  let ps = map2 (\x y -> {x, y}) xs ys
  let cs = loop cs = [ps[0], ps[n-1]] for _i < 3i32 do step ps cs
  in (map (.x) cs, map (.y) cs)
