-- Few cells and many elements: on GPUs, groups of lanes combine into copies in the memory that they share.

def noise (i: i64) : i64 =
  let x = u64.i64 i * 0x9E3779B97F4A7C15
  in i64.u64 ((x ^ (x >> 29)) >> 20)

-- One element after the other.
def slowly 't [n] (k: i64) (op: t -> t -> t) (ne: t) (is: [n]i64) (xs: [n]t) : [k]t =
  loop cells = replicate k ne for j < n do
    if is[j] >= 0 && is[j] < k then cells with [is[j]] = copy (op cells[is[j]] xs[j]) else cells

def places (n: i64) (k: i64) : [n]i64 = map (\i -> noise i % (k + 2) - 1) (iota n)

def agree [k] (a: [k]i64) (b: [k]i64) : bool = and (map2 (==) a b)

-- ==
-- entry: sums
-- input { 1000i64 1i64 } output { true }
-- input { 1000i64 7i64 } output { true }
-- input { 2000i64 640i64 } output { true }
-- input { 2000i64 641i64 } output { true }
-- input { 0i64 3i64 } output { true }
-- input { 3i64 100i64 } output { true }
entry sums (n: i64) (k: i64) : bool =
  let is = places n k
  let xs = map (\i -> noise (i + n) % 1000) (iota n)
  in agree (hist (+) 0 k is xs) (slowly k (+) 0 is xs)

-- Cells have values before.
-- ==
-- entry: least
-- input { 1000i64 5i64 } output { true }
-- input { 1500i64 300i64 } output { true }
entry least (n: i64) (k: i64) : bool =
  let is = places n k
  let xs = map (\i -> f32.i64 (noise (i + n) % 100000)) (iota n)
  let before = map (\i -> f32.i64 (noise i % 200)) (iota k)
  let found = reduce_by_index (copy before) f32.min f32.inf is xs
  let expected = map2 f32.min before (slowly k f32.min f32.inf is xs)
  in and (map2 (==) found expected)

-- ==
-- entry: least_number
-- input { 1000i64 5i64 } output { true }
-- input { 1500i64 300i64 } output { true }
entry least_number (n: i64) (k: i64) : bool =
  let is = places n k
  let xs = map (\i -> noise (i + n) % 100000) (iota n)
  in agree (hist i64.min i64.highest k is xs) (slowly k i64.min i64.highest is xs)

-- Cells that nobody combines into stay as they are, bit by bit.
-- ==
-- entry: untouched
-- input { 1i64 } output { true true true }
-- input { 2000i64 } output { true true true }
entry untouched (n: i64) : (bool, bool, bool) =
  let is = replicate n 1i64
  let least = reduce_by_index [f32.nan, 5, f32.nan] f32.min f32.inf is (map f32.i64 (iota n))
  let sums = reduce_by_index [-0.0f32, 5, -0.0] (+) 0 is (replicate n 1)
  let products = reduce_by_index [-0.0f64, 1, f64.nan] (*) 1 is (replicate n 1)
  in (f32.isnan least[0] && least[1] == 0 && f32.isnan least[2],
      1 / sums[0] < 0 && sums[1] == 5 + f32.i64 n && 1 / sums[2] < 0,
      1 / products[0] < 0 && f64.isnan products[2])

-- Several accumulators of one kernel, of different types.
-- ==
-- entry: several
-- input { 1200i64 16i64 } output { true }
entry several (n: i64) (k: i64) : bool =
  let is = places n k
  let xs = map (\i -> f64.i64 (noise i % 64)) (iota n)
  let ys = map (\i -> u32.i64 (noise i)) (iota n)
  let a = hist (+) 0 k is xs
  let b = hist (|) 0 k is ys
  let c = hist (+) 0 k is (map (const 1i8) is)
  in and (map2 (==) a (slowly k (+) 0 is xs))
     && and (map2 (==) b (slowly k (|) 0 is ys))
     && and (map2 (==) c (slowly k (+) 0 is (map (const 1i8) is)))

-- Points of rows of different lengths.
-- ==
-- entry: of_rows
-- input { 200i64 12i64 } output { true }
entry of_rows (n: i64) (k: i64) : bool =
  let rows = map (\i -> map (\j -> noise (i * 31 + j) % k) (iota (noise i % 17))) (iota n)
  let flat = flatten rows
  let counts = hist (+) 0 k flat (map (const 1i64) flat)
  let of_row (row: []i64) (cell: i64) = i64.sum (map (\i -> i64.bool (i == cell)) row)
  in agree counts (map (\cell -> i64.sum (map (\row -> of_row row cell) rows)) (iota k))

-- What fails does so as everywhere.
-- ==
-- entry: fails
-- input { 1000i64 7i64 } error: division by zero
entry fails (n: i64) (k: i64) : [k]i64 =
  hist (+) 0 k (places n k) (map (\i -> 100 / (noise i % 1000)) (iota n))

-- Rows are reduced, and their ends combine: into copies of workers, those of rows that several workers share, too.
def nearest [k] (of: [k]i64) (x: i64) : i64 =
  (reduce_comm (\(i, d) (j, e) -> if d < e || (d == e && i < j) then (i, d) else (j, e)) (k, i64.highest) (map (\j -> (j, i64.abs (of[j] - x))) (iota k))).0

-- ==
-- entry: ends
-- input { 0i64 3i64 } output { true }
-- input { 500i64 1i64 } output { true }
-- input { 700i64 5i64 } output { true }
-- input { 3i64 400i64 } output { true }
entry ends (n: i64) (k: i64) : bool =
  let of = map (\j -> noise (j + 77) % 500) (iota k)
  let xs = map (\i -> noise i % 500) (iota n)
  let is = map (nearest of) xs
  in agree (hist (+) 0 k is xs) (slowly k (+) 0 is xs)

-- ==
-- entry: ragged_ends
-- input { 0i64 3i64 } output { true }
-- input { 300i64 2i64 } output { true }
-- input { 900i64 6i64 } output { true }
-- input { 5i64 4i64 } output { true }
entry ragged_ends (n: i64) (k: i64) : bool =
  let rows = map (\i -> map (\j -> noise (i * 31 + j) % 100) (iota (if i == n / 2 then 2000 else noise i % 4))) (iota n)
  let is = map (\row -> i64.sum row % k) rows
  let xs = map (\row -> i64.maximum row % 1000) rows
  in agree (hist (+) 0 k is xs) (slowly k (+) 0 is xs)
