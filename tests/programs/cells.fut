-- records in ragged arrays, with functional updates in loops
type particle = {pos: (f64, f64), mass: f64}
type~ cell = {particles: []particle, total: f64}
def mk (ps: []particle): cell = {particles = ps, total = f64.sum (map (.mass) ps)}
def merge (a: cell) (b: cell): cell = mk (a.particles ++ b.particles)
-- ==
-- entry: main
-- input { [[1f64,2f64],[],[4f64]] } output { [3f64,0f64,4f64] 7f64 3i64 [[0f64,1f64],[],[4f64]] }
entry main [n] (mass: [n][?]f64) =
  let cells: [n]cell = map2 (\i ms -> mk (map2 (\j m -> {pos = (f64.i64 (i * i), f64.i64 j), mass = m}) (indices ms) ms)) (iota n) mass
  let all = loop c = mk [] for x in cells do merge c x
  in (map (.total) cells, all.total, length all.particles, map (\c -> map (\p -> p.pos.0 + p.pos.1) c.particles) cells)
