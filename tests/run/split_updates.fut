-- Loops of which lanes compute where and what to update, and update one after the other; quotients and roundings in lanes.

def noise (i: i64) : i64 =
  let x = u64.i64 i * 0x9E3779B97F4A7C15
  in i64.u64 ((x ^ (x >> 29)) >> 20)

def floats (n: i64) : [n]f32 = map (\i -> f32.i64 (noise i % 4096) / 32 - 64) (iota n)

def numbers (n: i64) (m: i64) : [n]i32 = map (\i -> i32.i64 (noise (i + m) % 4001 - 2000)) (iota n)

-- Some cells are outside.
entry grid (n: i64) (w: i64) : []i32 =
  let cell x y = i64.f32 (x * 0.5 + y * 0.25 + x * y / 64) + w * i64.f32 (y * 0.5 - x * 0.125)
  in
    reduce_by_index (replicate (w * w) 0i32) (+) 0 (map2 cell (floats n) (reverse (floats n)))
                    (replicate n 1)
-- ==
-- entry: grid
-- input { 0i64 3i64 } output { [0,0,0,0,0,0,0,0,0] }
-- input { 1i64 2i64 } auto output
-- input { 37i64 4i64 } auto output
-- input { 1000i64 5i64 } auto output
-- input { 70000i64 9i64 } auto output

-- The same cell many times in one vector; what is combined has no instruction of its own.
entry weights (n: i64) (w: i64) : []i32 =
  let (xs, ys) = (numbers n 0, numbers n 1)
  let cell x y = i64.i32 ((((x * 7) ^ y) * 31 + (x >> 3)) & 7)
  in
    reduce_by_index (replicate w 1i32) (\a b -> a * b + a + b) 0 (map2 cell xs ys)
                    (map2 (\x y -> (x - y) * x) xs ys)
-- ==
-- entry: weights
-- input { 15i64 8i64 } auto output
-- input { 16i64 8i64 } auto output
-- input { 1025i64 6i64 } auto output

-- Rows of any length, scattered; a divisor that may be 0.
entry rows (n: i64) (least: i64) (cells: i64) : []i32 =
  let row i =
    let size = noise i % 60
    let steps = i32.i64 (size - least)
    in map (\j -> (i64.i32 (i32.i64 (i * 3 + j * 5 - 40) / steps + i32.i64 j), 7)) (iota size)
  let (places, values) = unzip (flatten (map row (iota n)))
  in scatter (replicate cells 0) places values
-- ==
-- entry: rows
-- input { 200i64 -1i64 100i64 } auto output
-- input { 4i64 61i64 100i64 } auto output
-- input { 50i64 11i64 100i64 } error: division by zero

-- Quotients of all signs, by the same number in all lanes and by others.
entry quotients (n: i64) (d: i32) : ([n]i32, [n]i32, [n]i32, [n]i32, [n]i32, [n]i32) =
  let (xs, ys) = (numbers n 2, map (\y -> if y == 0 then d else y / 100 * 2 + 1) (numbers n 3))
  let big = map (\x -> x * 1073741) xs
  in
    (map (/ d) big,
     map (% d) big,
     map2 (/) big ys,
     map2 (%) big ys,
     map2 (//) big ys,
     map2 (%%) big ys)
-- ==
-- entry: quotients
-- input { 100i64 7 } auto output
-- input { 100i64 -3 } auto output
-- input { 33i64 -1 } auto output
-- input { 5i64 0 } error: division by zero

entry least (xs: []i32) (ys: []i32) : ([]i32, []i32) = (map2 (/) xs ys, map2 (%) xs ys)
-- ==
-- entry: least
-- input { [-2147483648, -2147483648, -2147483648, 2147483647, 2147483647, -2147483647, 1, 0, -1, -2147483648, 2147483647, 2147483646, -2147483647, 99, -99, 7, 7]
--         [-1, 1, 2, -1, 2147483647, 2147483647, -2147483648, -2147483648, 2147483647, 2147483647, -2147483648, 2147483647, -2, 10, 10, -2, 2] }
-- output { [-2147483648, -2147483648, -1073741824, -2147483647, 1, -1, -1, 0, -1, -2, -1, 0, 1073741823, 9, -10, -4, 3]
--          [0, 0, 0, 0, 0, 0, -2147483647, 0, 2147483646, 2147483646, -1, 2147483646, -1, 9, 1, -1, 1] }

-- Beyond the bounds, infinite, no number.
entry rounded (xs: []f32) (ys: []f64) : ([]i32, []i64, []i32, []i64) =
  (map i32.f32 xs, map i64.f32 xs, map i32.f64 ys, map i64.f64 ys)
-- ==
-- entry: rounded
-- input { [0f32, -0.9f32, 1.9f32, -2147483648f32, 2147483648f32, 2147483520f32, -2147483904f32, 9.3e18f32, -9.3e18f32, f32.inf, -f32.inf, f32.nan, 3e38f32, 16777217f32, -7.5f32, 0.5f32, 1e10f32]
--         [0f64, -0.9f64, 1.9f64, -2147483648f64, 2147483648f64, 2147483647.5f64, -2147483648.5f64, 9.3e18f64, -9.3e18f64, f64.inf, -f64.inf, f64.nan, 3e38f64, 9007199254740993f64, -7.5f64, 0.5f64, 1e10f64] }
-- auto output

-- What lanes store may lie where they have read: whoever runs again reads what was there.
entry stored_over (k: i64) (m: i64) (bad: i64) : [1][m](i32, f16) =
  let f x = (((x * 7) ^ (x + 3)) * 31 + (x >> 3) - (x & 77) * 5) & 63
  let xss = [tabulate m (\j -> if j == bad then 200 else i32.i64 (j % 50))]
  let xss = loop xss for _i < k do map (map (\x -> x ^ 1)) xss
  in map2 (\xs i -> map (\x -> (assert (x < 100) (f x), f16.i64 i)) xs) xss (iota 1)
-- ==
-- entry: stored_over
-- input { 2i64 64i64 -1i64 } auto output
-- input { 2i64 5000i64 1234i64 } error: Assertion is false

-- What is kept is decided twice, and the same both times, however floats are rounded in lanes.
entry decided_twice (n: i64) (t: i32) : bool =
  let pick (x: i32) = i32.f32 (f32.exp (f32.i32 (x & 1023) / 100) * 4000) & 1 == 0
  let row i =
    map (\j -> let x = i32.i64 (i * 40 + j) in assert (x >= t) (x * 3)) (iota (7 + i % 31))
  let ks = flatten (tabulate n (\i -> filter pick (row i)))
  in and (tabulate (length ks) (\i -> i == 0 || ks[i - 1] < ks[i]))
-- ==
-- entry: decided_twice
-- input { 10003i64 -1 } output { true }

-- Lanes divide numbers of 32 bits, and places are wider.
entry slope (n: i64) (from: i64) (w: i64) (dx: i32) (dy: i32) (steps: i32) : []i32 =
  let place k =
    let j = i32.i64 (k + from)
    let (x, y) = (i64.i32 (dx * j / steps), i64.i32 (dy * j / steps))
    in if x >= 0 && x < w && y >= 0 && y < w then y * w + x else -1
  in scatter (replicate (w * w) 0) (map place (iota n)) (map (const 1) (iota n))
-- ==
-- entry: slope
-- input { 37i64 0i64 5i64 3 -4 8 } auto output
-- input { 100i64 -50i64 7i64 3 4 -8 } auto output
-- input { 100i64 2147483600i64 30i64 1 -1 100000000 } auto output
-- input { 20i64 0i64 3i64 1 1 0 } error: division by zero

-- Numbers that count wrap around.
entry wraps (n: i64) (from: i64) : ([n]i32, [n]i64) =
  (map (\i -> i32.i64 (i + from) / 7 * 3) (iota n),
   map (\i -> i64.i32 (i32.i64 (i + from))) (iota n))
-- ==
-- entry: wraps
-- input { 50i64 2147483620i64 } auto output
-- input { 50i64 -2147483670i64 } auto output
-- input { 50i64 4294967290i64 } auto output
