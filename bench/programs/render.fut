-- Discs on a canvas; where several cover a pixel, the nearest is seen.

type disc = {x: i32, y: i32, radius: i32, depth: i32, colour: i32}

def nearer (a: (i32, i32)) (b: (i32, i32)) : (i32, i32) =
  if a.0 < b.0 || (a.0 == b.0 && a.1 <= b.1) then a else b

entry render [n] (h: i64) (w: i64) (xs: [n]i32) (ys: [n]i32) (radii: [n]i32) (depths: [n]i32)
    (colours: [n]i32) :
    [h][w]i32 =
  let pixels (d: disc) =
    let side = 2 * d.radius + 1
    let at i =
      let (dy, dx) = (i32.i64 i / side - d.radius, i32.i64 i % side - d.radius)
      let (y, x) = (i64.i32 (d.y + dy), i64.i32 (d.x + dx))
      let seen = dy * dy + dx * dx <= d.radius * d.radius && 0 <= y && y < h && 0 <= x && x < w
      in if seen then y * w + x else -1
    in map (\i -> (at i, (d.depth, d.colour))) (iota (i64.i32 (side * side)))
  let discs =
    map5 (\x y radius depth colour -> {x, y, radius, depth, colour}) xs ys radii depths colours
  let (places, points) = unzip (flatten (map pixels discs))
  let canvas =
    reduce_by_index (replicate (h * w) (i32.highest, 0)) nearer (i32.highest, 0) places points
  in unflatten (map (.1) canvas)

def noise (i: i64) : i64 =
  let x = u64.i64 i * 0x9E3779B97F4A7C15
  in i64.u64 ((x ^ (x >> 29)) >> 20)

-- Few discs are large.
entry render_data (n: i64) : (i64, i64, [n]i32, [n]i32, [n]i32, [n]i32, [n]i32) =
  let at k m = map (\i -> i32.i64 (noise (k * n + i) % m)) (iota n)
  let radius i = if noise (7 * i) % 64 == 0 then noise i % 64 else noise i % 8
  in
    (1000,
     1000,
     at 0 1000,
     at 1 1000,
     map (\i -> i32.i64 (radius i)) (iota n),
     at 3 100000,
     at 4 256)
