-- Operators without an atomic, into few cells of many elements: workers of a processor combine into copies, without locks.

def noise (i: i64) : i64 =
  let x = u64.i64 i * 0x9E3779B97F4A7C15
  in i64.u64 ((x ^ (x >> 29)) >> 20)

-- Some places are outside.
def places (n: i64) (k: i64) : [n]i64 = map (\i -> noise i % (k + 2) - 1) (iota n)

-- One element after the other.
def slowly 't [k] [n] (op: t -> t -> t) (before: *[k]t) (is: [n]i64) (xs: [n]t) : *[k]t =
  loop cells = before for j < n do
    if is[j] >= 0 && is[j] < k then cells with [is[j]] = copy (op cells[is[j]] xs[j]) else cells

-- Every component has an operator of its own.
-- ==
-- entry: means
-- input { 3000i64 1i64 } output { true }
-- input { 4000i64 9i64 } output { true }
-- input { 100i64 40i64 } output { true }
-- input { 0i64 4i64 } output { true }
-- input { 5i64 0i64 } output { true }
entry means (n: i64) (k: i64) : bool =
  let op (a: f32, b: i32, c: u8) (d: f32, e: i32, f: u8) = (a + d, i32.max b e, c + f)
  let xs = map (\i -> (f32.i64 (noise i % 8), i32.i64 (noise (i + n) % 1000), 1)) (iota n)
  let before () = map (\i -> (f32.i64 i, i32.i64 (i * 100), u8.i64 i)) (iota k)
  in and (map2 (==) (reduce_by_index (before ()) op (0, i32.lowest, 0) (places n k) xs) (slowly op (before ()) (places n k) xs))

-- The largest, and where it is first: a choice between two values.
def larger (a: f32, i: i64) (b: f32, j: i64) : (f32, i64) = if a > b || (a == b && i < j) then (a, i) else (b, j)

-- ==
-- entry: largest
-- input { 3000i64 1i64 } output { true }
-- input { 4000i64 9i64 } output { true }
-- input { 100i64 40i64 } output { true }
-- input { 0i64 4i64 } output { true }
entry largest (n: i64) (k: i64) : bool =
  let xs = map (\i -> (f32.i64 (noise i % 500), i)) (iota n)
  let before () = replicate k (100, -1)
  in and (map2 (==) (reduce_by_index (before ()) larger (-f32.inf, i64.highest) (places n k) xs) (slowly larger (before ()) (places n k) xs))

-- The same, chosen the other way round, with something that neither decides.
-- ==
-- entry: nearest
-- input { 5000i64 3i64 } output { true }
-- input { 5000i64 50i64 } output { true }
entry nearest (n: i64) (k: i64) : bool =
  let op (a: i32, i: i64, p: f64) (b: i32, j: i64, q: f64) = if b < a || (b == a && j < i) then (b, j, q) else (a, i, p)
  let xs = map (\i -> (i32.i64 (noise i % 300), i, f64.i64 i / 2)) (iota n)
  let before () = replicate k (i32.highest, i64.highest, 0)
  in and (map2 (==) (reduce_by_index (before ()) op (i32.highest, i64.highest, 0) (places n k) xs) (slowly op (before ()) (places n k) xs))

-- Cells that nobody combines into stay as they are, bit by bit; a neutral element is not combined with.
-- ==
-- entry: untouched
-- input { 0i64 } output { true true }
-- input { 3000i64 } output { true true }
entry untouched (n: i64) : (bool, bool) =
  let (vs, is) = unzip (reduce_by_index [(f32.nan, 7), (0, 3), (-0.0, i64.highest)] larger (-f32.inf, i64.highest) (replicate n 1) (map (\i -> (f32.i64 i, i)) (iota n)))
  let (sums, counts) = unzip (reduce_by_index [(-0.0f32, 4i64), (1, 1), (f32.nan, 2)] (\(a, i) (b, j) -> (a + b, i + j)) (0, 0) (replicate n 1) (replicate n (1, 2)))
  in (f32.isnan vs[0] && is[0] == 7 && 1 / vs[2] < 0 && is[2] == i64.highest && vs[1] == f32.i64 (i64.max 0 (n - 1)),
      1 / sums[0] < 0 && counts[0] == 4 && counts[1] == 1 + 2 * n && f32.isnan sums[2] && sums[1] == 1 + f32.i64 n)

-- Of what is not a number and another value, a minimum is the other one.
-- ==
-- entry: not_numbers
-- input { 3000i64 } output { true true true }
-- input { 10i64 } output { true true true }
entry not_numbers (n: i64) : (bool, bool, bool) =
  let is = map (% 4) (iota n)
  let xs = map (\i -> if i % 4 == 0 || i % 8 == 1 then f64.nan else f64.i64 (i % 40) - 20) (iota n)
  let least = reduce_by_index [f64.nan, f64.nan, 1000, f64.inf, f64.nan] f64.min f64.inf is xs
  let most = reduce_by_index [f64.nan, -1000, f64.nan, f64.nan, 2] f64.max (-f64.inf) is xs
  let at r = map (\i -> f64.i64 (i % 40) - 20) (filter (\i -> i % 4 == r && i % 8 != 1) (iota n))
  in (f64.isnan least[0] && least[1] == f64.minimum (at 1) && least[2] == f64.minimum (at 2) && least[3] == f64.minimum (at 3) && f64.isnan least[4],
      f64.isnan most[0] && most[1] == f64.maximum (at 1) && most[2] == f64.maximum (at 2) && most[3] == f64.maximum (at 3),
      most[4] == 2)

-- Of one component: products modulo a number, some of them given; a loop; a table.
-- ==
-- entry: modulo
-- input { 3000i64 4i64 97i64 } output { true }
-- input { 200i64 150i64 97i64 } output { true }
entry modulo (n: i64) (k: i64) (m: i64) : bool =
  let xs = map (\i -> 1 + noise i % (m - 1)) (iota n)
  let op a b = (a * b) % m
  in and (map2 (==) (hist op 1 k (places n k) xs) (slowly op (replicate k 1) (places n k) xs))

-- ==
-- entry: divisors
-- input { 3000i64 4i64 } output { true }
entry divisors (n: i64) (k: i64) : bool =
  let xs = map (\i -> 12i32 * i32.i64 (1 + noise i % 50)) (iota n)
  let gcd (a: i32) (b: i32) : i32 = (loop (a, b) = (a, b) while b != 0 do (b, a % b)).0
  in and (map2 (==) (hist gcd 0 k (places n k) xs) (slowly gcd (replicate k 0) (places n k) xs))

-- ==
-- entry: looked_up
-- input { 3000i64 [0i64, 1i64, 2i64, 1i64, 2i64, 0i64, 2i64, 0i64, 1i64] } output { true }
entry looked_up (n: i64) (table: [9]i64) : bool =
  let op a b = table[3 * a + b]
  let xs = map (\i -> noise i % 3) (iota n)
  in and (map2 (==) (hist op 0 5 (places n 5) xs) (slowly op (replicate 5 0) (places n 5) xs))

-- Narrow cells have no atomics.
-- ==
-- entry: narrow
-- input { 4000i64 6i64 } output { true true true }
entry narrow (n: i64) (k: i64) : (bool, bool, bool) =
  let is = places n k
  let bytes = map u8.i64 (map noise (iota n))
  let halves = map (\i -> i16.i64 (noise i % 30000)) (iota n)
  let bits = map (\i -> noise i % 1000 == 0) (iota n)
  in (and (map2 (==) (hist (+) 0 k is bytes) (slowly (+) (replicate k 0) is bytes)),
      and (map2 (==) (hist i16.max i16.lowest k is halves) (slowly i16.max (replicate k i16.lowest) is halves)),
      and (map2 (==) (hist (||) false k is bits) (slowly (||) (replicate k false) is bits)))

-- Operators that fail say so, and where.
-- ==
-- entry: fails
-- input { 3000i64 4i64 1i64 } output { 4i64 }
-- input { 3000i64 4i64 0i64 } error: private_updates\.fut:125:.*division by zero
entry fails (n: i64) (k: i64) (by: i64) : i64 =
  length (hist (\a b -> i64.max a b / by) 0 k (places n k) (iota n))

-- Ends of ragged rows combine, those that several workers share, too; one row is huge.
-- ==
-- entry: ends
-- input { 0i64 3i64 } output { true }
-- input { 3000i64 3i64 } output { true }
-- input { 40i64 30i64 } output { true }
entry ends (n: i64) (k: i64) : bool =
  let rows = map (\i -> map (\j -> noise (i * 31 + j) % 100) (iota (if i == n / 2 then 6000 else noise i % 4))) (iota n)
  let xs = map2 (\row i -> (f32.i64 (i64.sum row), i)) rows (iota n)
  let is = map (\row -> i64.sum row % k) rows
  in and (map2 (==) (hist larger (-f32.inf, i64.highest) k is xs) (slowly larger (replicate k (-f32.inf, i64.highest)) is xs))

-- Points of ragged rows; a sum beside.
-- ==
-- entry: points
-- input { 400i64 5i64 } output { true true }
-- input { 1i64 5i64 } output { true true }
entry points (n: i64) (k: i64) : (bool, bool) =
  let rows = map (\i -> map (\j -> noise (i * 31 + j)) (iota (if i == n / 3 then 3000 else noise i % 17))) (iota n)
  let (is, xs) = unzip (flatten (map2 (\row i -> map (\x -> (x % (k + 1), (f32.i64 (x % 100), i))) row) rows (iota n)))
  in (and (map2 (==) (hist larger (-f32.inf, i64.highest) k is xs) (slowly larger (replicate k (-f32.inf, i64.highest)) is xs)),
      and (map2 (==) (hist (+) 0 k is (map (const 1i64) is)) (slowly (+) (replicate k 0) is (map (const 1i64) is))))

-- Cells of every row, and an operator that is another one for each.
-- ==
-- entry: of_each_row
-- input { 3i64 4i64 3000i64 } output { true }
-- input { 200i64 3i64 12i64 } output { true }
-- input { 0i64 3i64 12i64 } output { true }
entry of_each_row (n: i64) (k: i64) (m: i64) : bool =
  let rows = map (\i -> map (\j -> noise (i * 31 + j) % 50) (iota (noise i % m))) (iota n)
  let by = map (\i -> 7 + i) (iota n)
  let got = map2 (\row p -> hist (\a b -> (a + b) % p) 0 k (map (% k) row) (map (% p) row)) rows by
  let expected = map2 (\row p -> map (\c -> (loop s = 0 for x in row do if x % k == c then (s + x) % p else s)) (iota k)) rows by
  in and (map2 (\a b -> and (map2 (==) a b)) got expected)

-- In turn, in a loop of the host: centres of clusters.
-- ==
-- entry: clusters
-- input { 2000i64 4i64 } output { true }
entry clusters (n: i64) (k: i64) : bool =
  let xs = map (\i -> noise i % 1000) (iota n)
  let near (cs: [k]i64) x = (loop (d, b) = (i64.highest, 0) for j < k do let e = i64.abs (x - cs[j]) in if e < d then (e, j) else (d, b)).1
  let step (add: (is: [n]i64) -> *[k](i64, i64)) (cs: [k]i64) =
    map2 (\(s, c) old -> if c == 0 then old else s / c) (add (map (near cs) xs)) cs
  let op (a, i) (b, j) = (a + b, i + j)
  let ones = map (\x -> (x, 1i64)) xs
  let start = map (* 100) (iota k)
  let fast = loop cs = start for _i < 4 do step (\is -> hist op (0, 0) k is ones) cs
  let slow = loop cs = start for _i < 4 do step (\is -> slowly op (replicate k (0, 0)) is ones) cs
  in and (map2 (==) fast slow)
