-- Much arithmetic a point: Mandelbrot, n-body, a step of k-means.

entry mandelbrot (h: i64) (w: i64) (limit: i32) : [h][w]i32 =
  let escape (cx: f32) (cy: f32) : i32 =
    let (_, _, i) =
      loop (x, y, i) = (0, 0, 0) while i < limit && x * x + y * y <= 4 do
        (x * x - y * y + cx, 2 * x * y + cy, i + 1)
    in i
  in
    tabulate_2d h w
                (\r c ->
                   escape (-2.25 + f32.i64 c * 3 / f32.i64 w) (-1.5 + f32.i64 r * 3 / f32.i64 h))

type body = {x: f32, y: f32, z: f32, mass: f32}

def pull (inverse_root: f32 -> f32) (a: body) (b: body) : (f32, f32, f32) =
  let (dx, dy, dz) = (b.x - a.x, b.y - a.y, b.z - a.z)
  let inverse = inverse_root (dx * dx + dy * dy + dz * dz + 1e-3)
  let strength = b.mass * inverse * inverse * inverse
  in (strength * dx, strength * dy, strength * dz)

def pulls [n] (inverse_root: f32 -> f32) (bodies: [n]body) : ([n]f32, [n]f32, [n]f32) =
  let add (a, b, c) (d, e, f) = (a + d, b + e, c + f)
  in unzip3 (map (\a -> reduce_comm add (0, 0, 0) (map (pull inverse_root a) bodies)) bodies)

def body x y z mass : body = {x, y, z, mass}

-- Roots and quotients that are rounded exactly.
entry nbody [n] (xs: [n]f32) (ys: [n]f32) (zs: [n]f32) (masses: [n]f32) : ([n]f32, [n]f32, [n]f32) =
  pulls (\square -> 1 / f32.sqrt square) (map4 body xs ys zs masses)

entry nbody_near [n] (xs: [n]f32) (ys: [n]f32) (zs: [n]f32) (masses: [n]f32) :
    ([n]f32, [n]f32, [n]f32) =
  pulls f32.rsqrt (map4 body xs ys zs masses)

def distance [d] (p: [d]f32) (q: [d]f32) : f32 = f32.sum (map2 (\x y -> (x - y) * (x - y)) p q)

def nearest [k] [d] (centres: [k][d]f32) (p: [d]f32) : i64 =
  let (best, _) =
    loop (best, least) = (0, f32.inf) for c < k do
      let there = distance p centres[c]
      in if there < least then (c, there) else (best, least)
  in best

entry kmeans [n] [k] [d] (points: [n][d]f32) (centres: [k][d]f32) : [k][d]f32 =
  let memberships = map (nearest centres) points
  let sums =
    reduce_by_index (replicate k (replicate d 0)) (map2 (+)) (replicate d 0) memberships points
  let counts = reduce_by_index (replicate k 0) (+) 0 memberships (replicate n 1i32)
  in map2 (\sum count -> map (/ f32.i32 (i32.max 1 count)) sum) sums counts

def noise (i: i64) : i64 =
  let x = u64.i64 i * 0x9E3779B97F4A7C15
  in i64.u64 ((x ^ (x >> 29)) >> 20)
def unit (i: i64) : f32 = f32.i64 (noise i % 1024) / 1024

entry mandelbrot_data (n: i64) : (i64, i64, i32) = (n, n, 256)
entry nbody_data (n: i64) : ([n]f32, [n]f32, [n]f32, [n]f32) =
  let at k = map (\i -> unit (k * n + i)) (iota n)
  in (at 0, at 1, at 2, at 3)
entry nbody_near_data (n: i64) : ([n]f32, [n]f32, [n]f32, [n]f32) = nbody_data n
entry kmeans_data (n: i64) : ([n][4]f32, [16][4]f32) =
  (unflatten (map unit (iota (n * 4))), unflatten (map (\i -> unit (i * 977)) (iota (16 * 4))))
