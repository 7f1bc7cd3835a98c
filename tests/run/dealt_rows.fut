-- Expansions that only update accumulators, of rows whose sizes nobody stores: on a GPU groups take rows and find their sizes themselves, and
-- leave those with too many points to all.

def noise (i: i64) : i64 =
  let x = u64.i64 i * 0x9E3779B97F4A7C15
  in i64.u64 ((x ^ (x >> 29)) >> 20)

def added [n] (sizes: [n]i64) (cells: i64) : [cells]i64 =
  let points i size = map (\j -> (noise (i * 31 + j) % cells, (i ^ j) + 1)) (iota size)
  let (places, values) = unzip (flatten (map2 points (iota n) sizes))
  in reduce_by_index (replicate cells 0) (+) 0 places values

-- Some rows of one length, from a place on, and the others of another.
entry clustered (n: i64) (from: i64) (count: i64) (long: i64) (short: i64) (cells: i64) : []i64 =
  added (map (\i -> if from <= i && i < from + count then long else noise i % (short + 1)) (iota n)) cells
-- ==
-- entry: clustered
-- input { 0i64 0i64 0i64 0i64 0i64 3i64 } auto output
-- input { 1i64 0i64 1i64 70000i64 0i64 5i64 } auto output
-- input { 1i64 0i64 1i64 0i64 0i64 5i64 } output { [0i64, 0i64, 0i64, 0i64, 0i64] }
-- input { 100i64 40i64 1i64 100000i64 3i64 11i64 } auto output
-- input { 3000i64 1000i64 200i64 300i64 2i64 11i64 } auto output
-- input { 3000i64 2990i64 10i64 9000i64 0i64 7i64 } auto output
-- input { 3000i64 0i64 10i64 9000i64 0i64 7i64 } auto output
-- input { 3000i64 0i64 0i64 0i64 10i64 7i64 } auto output
-- input { 3000i64 2000i64 2i64 17i64 10i64 7i64 } auto output
-- input { 5000i64 0i64 0i64 0i64 40i64 7i64 } auto output
-- input { 20000i64 19999i64 1i64 50000i64 1i64 7i64 } auto output

-- An expansion in every element, of as many rows or of different numbers of them.
entry in_each (k: i64) (n: i64) (long: i64) : [][5]i64 =
  map (\t ->
         let z = flatten (map (\i -> map (\j -> i * j + t) (iota ((i * i + t) % long))) (iota n))
         in reduce_by_index (replicate 5 0) (+) 0 (map (% 5) z) z)
      (iota k)
-- ==
-- entry: in_each
-- input { 3i64 10i64 7i64 } auto output
-- input { 0i64 10i64 7i64 } auto output
-- input { 3i64 0i64 7i64 } auto output
-- input { 3i64 30i64 900i64 } auto output

entry in_ragged [k] (ns: [k]i64) (long: i64) : [k][5]i64 =
  map (\n ->
         let z = flatten (map (\i -> map (\j -> i * j + n) (iota ((i * i + n) % long))) (iota n))
         in reduce_by_index (replicate 5 0) (+) 0 (map (% 5) z) z)
      ns
-- ==
-- entry: in_ragged
-- input { [3i64, 10i64, 0i64, 7i64] 6i64 } auto output
-- input { [0i64, 0i64] 6i64 } auto output
-- input { [3i64, 100i64, 0i64, 7i64] 600i64 } auto output

-- Points ask how long the row in front of theirs is, which another group may have taken.
entry of_neighbour (n: i64) (long: i64) : [7]i64 =
  let rows = map (\s -> iota (s * s % long)) (iota n)
  let point i j = ((i + j) % 7, if i > 0 && j == 0 then length rows[i - 1] else j)
  let (places, values) = unzip (flatten (map (\i -> map (point i) rows[i]) (iota n)))
  in reduce_by_index (replicate 7 0) (+) 0 places values
-- ==
-- entry: of_neighbour
-- input { 30i64 5i64 } auto output
-- input { 30i64 500i64 } auto output

-- Points have arrays of their own.
entry own_arrays (n: i64) (long: i64) : [7]i64 =
  let middle i j =
    let a = [i, j, i ^ j, 5]
    let sink a t = if a[t] > a[t + 1] then let x = a[t] in copy a with [t] = a[t + 1] with [t + 1] = x else a
    in (loop a for t < 3 do sink a t)[1]
  let z = flatten (map (\i -> map (middle i) (iota (i % long))) (iota n))
  in reduce_by_index (replicate 7 0) (+) 0 (map (% 7) z) z
-- ==
-- entry: own_arrays
-- input { 30i64 5i64 } auto output
-- input { 9i64 2000i64 } auto output

-- Points know how many they are.
entry weighted [n] (sizes: [n]i32) (cells: i64) : [cells]i64 =
  let points i (size: i32) =
    let row = iota (i64.i32 size)
    in map (\j -> (noise (i + j) % cells, length row - j)) row
  let (places, values) = unzip (flatten (map2 points (iota n) sizes))
  in reduce_by_index (replicate cells 0) i64.max 0 places values
-- ==
-- entry: weighted
-- input { [3i32, 0i32, 700i32, 1i32, 2i32] 6i64 } auto output

-- The sizes of rows are in the array that their points overwrite.
entry from_itself [n] (xs: *[n]i64) : [n]i64 =
  let places = flatten (map (\i -> map (\j -> (i * 3 + j) % n) (iota (xs[i] % 4))) (iota n))
  in scatter xs places (map (const 9) places)
-- ==
-- entry: from_itself
-- input { [5i64, 2i64, 3i64, 0i64, 1i64, 8i64, 7i64] } auto output

-- Somebody else asks for the sizes.
entry with_sizes (n: i64) (cells: i64) : ([]i64, []i64) =
  let sizes = map (\i -> noise i % 6) (iota n)
  in (added sizes cells, scan (+) 0 sizes)
-- ==
-- entry: with_sizes
-- input { 1000i64 5i64 } auto output

-- Several accumulators, and operators that need locks.
entry nearest (n: i64) (long: i64) (cells: i64) : ([cells]i64, [cells]f32) =
  let points i = map (\j -> (noise (i * 13 + j) % cells, (f32.i64 (noise (i + 5 * j) % 1000), i))) (iota (i % long))
  let (places, values) = unzip (flatten (map points (iota n)))
  let first (a: (f32, i64)) (b: (f32, i64)) =
    if a.0 < b.0 || (a.0 == b.0 && a.1 < b.1) then a else b
  let found = reduce_by_index (replicate cells (1e9f32, -1)) first (1e9f32, -1) places values
  in (map (.1) found, map (.0) found)
-- ==
-- entry: nearest
-- input { 600i64 7i64 20i64 } auto output
-- input { 90i64 80i64 3i64 } auto output

-- A size, or a point, that is wrong.
entry failing (n: i64) (bad_row: i64) (bad_point: i64) (long: i64) : []i64 =
  let points i =
    let size = if i == bad_row then -1 else (i % 3) * long
    in map (\j -> ((i + j) % 5, 100 / (if i * long + j == bad_point then 0 else 1))) (iota size)
  let (places, values) = unzip (flatten (map points (iota n)))
  in reduce_by_index (replicate 5 0) (+) 0 places values
-- ==
-- entry: failing
-- input { 400i64 -1i64 -1i64 3i64 } auto output
-- input { 400i64 399i64 -1i64 3i64 } error: -1
-- input { 400i64 -1i64 61i64 3i64 } error: division by zero
-- input { 20i64 -1i64 15001i64 3000i64 } error: division by zero
-- input { 20i64 19i64 -1i64 30000i64 } error: -1

-- The first that fails is reported: a size, and not what is computed after it.
entry fails_first [n] [m] (xs: [n]i64) (ys: [m]i64) : [5]i64 =
  let points x =
    let js = iota x
    let s = i64.sum (map (\y -> x / y) ys)
    in map (\j -> ((s + j) % 5, j)) js
  let (places, values) = unzip (flatten (map points xs))
  in reduce_by_index (replicate 5 0) (+) 0 places values
-- ==
-- entry: fails_first
-- input { [1i64, 2i64, 3i64] [1i64, 2i64, 3i64] } auto output
-- input { [-2i64] [1i64, 0i64, 3i64] } error: -2
-- input { [2i64] [1i64, 0i64, 3i64] } error: division
