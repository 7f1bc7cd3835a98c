-- What expands and scatters: a sieve, lines on a canvas.

entry sieve (n: i64) : []i64 =
  let strike (flags: []bool) (bound: i64) : []bool =
    let primes = filter (\i -> flags[i]) (indices flags)
    let multiples = flatten (map (\p -> map (\k -> (k + 2) * p) (iota (bound / p - 1))) primes)
    let fresh = replicate (bound + 1) true with [0] = false with [1] = false
    in scatter fresh multiples (map (const false) multiples)
  let (flags, _) =
    loop (flags, known) = ([false, false, true], 2) while known < n do
      let bound = i64.min n (known * known)
      in (strike flags bound, bound)
  in filter (\i -> flags[i]) (indices flags)

entry lines [n] (h: i64) (w: i64) (x1: [n]i32) (y1: [n]i32) (x2: [n]i32) (y2: [n]i32) : [h][w]i32 =
  let along (step: i32) (steps: i32) (a: i32) (b: i32) : i64 = i64.i32 (a + (b - a) * step / steps)
  let points x1 y1 x2 y2 =
    let steps = i32.max 1 (i32.max (i32.abs (x2 - x1)) (i32.abs (y2 - y1)))
    in
      map (\k -> (along (i32.i64 k) steps y1 y2, along (i32.i64 k) steps x1 x2))
          (iota (1 + i64.i32 steps))
  let places = flatten (map4 points x1 y1 x2 y2)
  in scatter_2d (replicate h (replicate w 0)) places (map (const 1) places)

def noise (i: i64) : i64 =
  let x = u64.i64 i * 0x9E3779B97F4A7C15
  in i64.u64 ((x ^ (x >> 29)) >> 20)

entry sieve_data (n: i64) : i64 = n
entry lines_data (n: i64) : (i64, i64, [n]i32, [n]i32, [n]i32, [n]i32) =
  let at k m = map (\i -> i32.i64 (noise (k * n + i) % m)) (iota n)
  let near (a: i32) (b: i32) = i32.max 0 (i32.min 999 (a + b - 60))
  let (x, y) = (at 0 1000, at 1 1000)
  in (1000, 1000, x, y, map2 near x (at 2 120), map2 near y (at 3 120))
