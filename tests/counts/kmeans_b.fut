-- k-means in the plane: points are records, the nearest centre is found by a reduction.

type point = {x: f64, y: f64}

def distance (p: point) (q: point): f64 = (p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y)

def nearest [k] (centres: [k]point) (p: point): i64 =
  let closer (i, d) (j, e) = if d < e || (d == e && i < j) then (i, d) else (j, e)
  in (reduce_comm closer (k, f64.inf) (zip (iota k) (map (distance p) centres))).0

entry in_plane [n] [k] (points: [n]point) (centres: [k]point): [k]point =
  let near = map (nearest centres) points
  let xs = hist (+) 0 k near (map (.x) points)
  let ys = hist (+) 0 k near (map (.y) points)
  let counts = hist (+) 0 k near (replicate n 1i64)
  in map3 (\x y c -> {x = x / f64.i64 (i64.max 1 c), y = y / f64.i64 (i64.max 1 c)}) xs ys counts

def cloud (n: i64): [n]point = map (\i -> {x = f64.i64 (i * 13 % 31), y = f64.i64 (i * 7 % 17)}) (iota n)
entry in_plane_data (n: i64): ([n]point, [4]point) = (cloud n, cloud 4)

-- The cases below are written by oracle.py.

-- ==
-- entry: in_plane
-- input { empty([0]f64) empty([0]f64) [1.0f64] [2.0f64] }
-- output { [0.0f64] [0.0f64] }
-- input { [1.0f64, 3.0f64] [2.0f64, 4.0f64] [0.0f64] [0.0f64] }
-- output { [2.0f64] [3.0f64] }
-- input { [1.0f64, 9.0f64, 3.0f64, 8.0f64, 7.0f64, -2.0f64] [2.0f64, 12.0f64, 0.0f64, 8.0f64, 10.0f64, 1.0f64] [0.0f64, 10.0f64, 100.0f64] [0.0f64, 10.0f64, 0.0f64] }
-- output { [0.6666666666666666f64, 8.0f64, 0.0f64] [1.0f64, 10.0f64, 0.0f64] }
