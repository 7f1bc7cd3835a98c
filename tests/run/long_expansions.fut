-- Rows that are not reduced and so long that a group goes on with one alone, among short and empty ones: what is the same at all points of
-- a row, and what only looks like it.

def noise (i: i64) : i64 =
  let x = u64.i64 i * 0x9E3779B97F4A7C15
  in i64.u64 ((x ^ (x >> 29)) >> 20)

-- Every point is added to a cell; a row has a value and a weight of its own.
-- ==
-- entry: added
-- input { [100i64, 0i64, 3i64, 41i64, 64i64, 63i64, 65i64, 1i64, 0i64, 150i64] } output { true }
-- input { [31i64, 32i64, 33i64, 0i64, 0i64, 95i64, 96i64, 97i64] } output { true }
-- input { [300i64] } output { true }
-- input { [0i64, 0i64] } output { true }
-- input { [1i64, 2i64, 1i64, 300i64, 2i64, 1i64] } output { true }
entry added [n] (sizes: [n]i64) : bool =
  let weights = map (\i -> noise i % 1000) (iota n)
  let point i j = (noise (1009 * i + j) % 17, weights[i] * (j + 1) + weights[n - 1 - i])
  let (places, values) = unzip (flatten (map2 (\i s -> map (point i) (iota s)) (iota n) sizes))
  let got = reduce_by_index (replicate 17 0) (+) 0 places values
  let expected =
    loop all = replicate 17 0 for i < n do
      loop all for j < sizes[i] do
        let (place, value) = point i j
        in all with [place] = all[place] + value
  in and (map2 (==) got expected)

-- Every point is written, by rows and as they lie; the row's own loop is run at every point.
-- ==
-- entry: written
-- input { [100i64, 0i64, 3i64, 41i64, 64i64] } output { true }
-- input { [1i64, 200i64, 1i64, 0i64, 33i64, 34i64] } output { true }
-- input { [0i64] } output { true }
entry written [n] (sizes: [n]i64) : bool =
  let digits i = loop (left, sum) = (noise i % 10000, 0) while left > 0 do (left / 10, sum + left % 10)
  let rows = map2 (\i s -> map (\j -> (digits i).1 * 1000 + j) (iota s)) (iota n) sizes
  let struck = flatten (map2 (\i s -> map (\j -> (j + 2) * (i + 2)) (iota s)) (iota n) sizes)
  let flags = scatter (replicate 200 true) struck (map (const false) struck)
  let right i s row = s == length row && and (map2 (\j x -> x == (digits i).1 * 1000 + j) (iota s) (row :> [s]i64))
  let is_struck k = or (map2 (\i s -> k % (i + 2) == 0 && k / (i + 2) >= 2 && k / (i + 2) < s + 2) (iota n) sizes)
  in and (map3 right (iota n) sizes rows) && and (map2 (\k flag -> flag != is_struck k) (iota 200) flags)

-- A check in the middle of a long row fails, and says where.
-- ==
-- entry: checked
-- input { [10i64, 100i64, 5i64] 200i64 } output { 115i64 }
-- input { [10i64, 100i64, 5i64] 99i64 } error: Index .99. out of bounds for array of shape .99. .row 1, 99
-- input { [100i64, 0i64, 40i64] 70i64 } error: out of bounds for array of shape .70. .row 0, 
entry checked [n] (sizes: [n]i64) (m: i64) : i64 =
  let table = map noise (iota m)
  let places = flatten (map (\s -> map (\j -> table[j] % 3) (iota s)) sizes)
  let counts = reduce_by_index (replicate 3 0) (+) 0 places (map (const 1) places)
  in i64.sum counts

-- What is read changes while it is written over.
-- ==
-- entry: moved
-- input { [100i64, 3i64, 64i64, 0i64, 33i64] } output { true }
entry moved [n] (sizes: [n]i64) : bool =
  let rows = map2 (\i s -> map (\j -> noise (i + j) % 100) (iota s)) (iota n) sizes
  let again = map (\row -> map (\x -> x * 2 + row[0]) row) rows
  let twice = map (\row -> map (\x -> x + 1) row) (copy again)
  let right i s row = and (map2 (\j x -> x == (noise (i + j) % 100) * 2 + noise i % 100 + 1) (iota s) (row :> [s]i64))
  in and (map3 right (iota n) sizes twice)
