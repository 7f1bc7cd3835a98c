-- Many updates of few cells, so that workers have copies of them: every operator, several accumulators at once, cells that are not
-- zero before, indices outside.

def at (i: i64): i64 = i * 7 % 11 - 2
def value (i: i64): i64 = i * 2654435761 % 1000003

-- What element j is combined of, one after the other.
def alone (n: i64) (f: i64 -> i64 -> i64) (start: i64): [8]i64 =
  tabulate 8 (\j -> loop cell = start for i < n do if at i == j then f cell (value i) else cell)

def together (n: i64) (f: i64 -> i64 -> i64) (start: i64) (ne: i64): [8]i64 =
  reduce_by_index (replicate 8 start) f ne (map at (iota n)) (map value (iota n))

-- ==
-- entry: same
-- input { 20000i64 }
-- output { true true true true }
-- input { 5i64 }
-- output { true true true true }
-- input { 0i64 }
-- output { true true true true }
entry same (n: i64): (bool, bool, bool, bool) =
  let equal f start ne = and (map2 (==) (together n f start ne) (alone n f start))
  in (equal (+) 5 0, equal (|) 1 0, equal (^) 9 0, equal i64.max 3 i64.lowest)

-- ==
-- entry: two
-- input { 20000i64 }
-- output { [1818i32, 1818i32, 1818i32, 1818i32, 1818i32, 1819i32, 1818i32, 1818i32] true }
entry two (n: i64): ([8]i32, bool) =
  let places = map at (iota n)
  let counts = reduce_by_index (replicate 8 0i32) (+) 0 places (map (const 1) places)
  let sums = reduce_by_index (replicate 8 0f32) (+) 0 places (map (const 0.5) places)
  in (counts, and (map2 (\c s -> s + s == f32.i32 c) counts sums))
