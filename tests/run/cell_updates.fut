-- Operators of accumulations that have no atomic instruction, on cells that many want at the same time.

def noise (i: i64): i64 = i64.u64 (((u64.i64 i * 0x9E3779B97F4A7C15) ^ (u64.i64 i >> 7)) >> 40)

-- One word: products modulo a prime, saturated sums, the number with more ones.
def product64 (a: i64) (b: i64): i64 = a * b % 1000003
def product32 (a: i32) (b: i32): i32 = a * b % 9973
def saturated (a: u8) (b: u8): u8 = if a > 200 - u8.min b 200 then 200 else a + b
def denser (a: u32) (b: u32): u32 =
  let (p, q) = (u32.popc a, u32.popc b)
  in if p > q || (p == q && a >= b) then a else b
def larger (a: f32) (b: f32): f32 = if f32.abs a > f32.abs b || (f32.abs a == f32.abs b && a >= b) then a else b

entry words (n: i64) (k: i64): ([]i64, []i32, []u8, []u32, []f32) =
  let at = map (\i -> noise i % (k + 1)) (iota n)
  let xs = map (\i -> noise (i + n)) (iota n)
  in (reduce_by_index (replicate k 1) product64 1 at (map (\x -> x % 1000 + 1) xs),
      reduce_by_index (replicate k 1) product32 1 at (map (\x -> i32.i64 (x % 97 + 1)) xs),
      reduce_by_index (replicate k 0) saturated 0 at (map (\x -> u8.i64 (x % 3)) xs),
      reduce_by_index (replicate k 0) denser 0 at (map u32.i64 xs),
      reduce_by_index (replicate k 0) larger 0 at (map (\x -> f32.i64 (x % 2001 - 1000)) xs))

-- Several values that belong together: of the smallest the first, sums with their number, fractions.
def nearest (a: (i32, i64)) (b: (i32, i64)): (i32, i64) = if a.0 < b.0 || (a.0 == b.0 && a.1 <= b.1) then a else b
def both (a: (i64, i32)) (b: (i64, i32)): (i64, i32) = (a.0 + b.0, a.1 + b.1)
def fraction (a: (i64, i64, i64)) (b: (i64, i64, i64)): (i64, i64, i64) =
  ((a.0 * b.1 + b.0 * a.1) % 1009, a.1 * b.1 % 1009, i64.max a.2 b.2)

entry pairs (n: i64) (k: i64): ([]i32, []i64, []i64, []i32) =
  let at = map (\i -> noise i % (k + 1)) (iota n)
  let xs = map (\i -> noise (i + n) % 50) (iota n)
  let (as, bs) = unzip (reduce_by_index (replicate k (i32.highest, 0)) nearest (i32.highest, 0) at
                                        (zip (map i32.i64 xs) (iota n)))
  let (cs, ds) = unzip (reduce_by_index (replicate k (0, 0)) both (0, 0) at (map (\x -> (x, 1)) xs))
  in (as, bs, cs, ds)

entry triples (n: i64) (k: i64): ([]i64, []i64, []i64) =
  unzip3 (reduce_by_index (replicate k (0, 1, 0)) fraction (0, 1, 0) (map (\i -> noise i % (k + 1)) (iota n))
                          (map (\i -> (noise i % 7, noise (i + 1) % 11 + 1, i)) (iota n)))

-- Sums of what the three give are as the interpreter says.
entry sums (n: i64) (k: i64): (i64, i64, i64) =
  let (a, b, c, d, e) = words n k
  let (f, g, h, i) = pairs n k
  let (o, p, q) = triples n k
  let hash [m] (xs: [m]i64) = i64.sum (map2 (\i x -> (i + 1) * x) (iota m) xs)
  in (hash a + hash (map i64.i32 b) + hash (map i64.u8 c) + hash (map i64.u32 d) + hash (map i64.f32 e),
      hash (map i64.i32 f) + hash g + hash h + hash (map i64.i32 i),
      hash o + hash p + hash q)

-- ==
-- entry: sums
-- input { 0i64 3i64 } output { 12i64 12884901882i64 6i64 }
-- input { 1000i64 1i64 } output { 16689787i64 12714i64 2800i64 }
-- input { 5000i64 7i64 } output { 406931089i64 446779i64 178515i64 }
-- input { 3000i64 1000i64 } output { 5508578038232i64 801072534i64 1393191283i64 }
-- input { 40i64 0i64 } output { 0i64 0i64 0i64 }
