-- Elements that are found by the position of the point: rows between offsets that begin anywhere, neighbours of elements, and what only
-- looks like it.

-- The element in front and the one behind, some of them in other rows.
entry neighbours [k] [m] (offs: [k]i32) (vals: [m]i64): []i64 =
  map (\i ->
         let a = i64.i32 offs[i]
         in i64.sum (map (\j -> 100 * vals[a + j - 1] + vals[1 + (j + a)]) (iota (i64.i32 offs[i + 1] - a))))
      (iota (k - 1))

-- Sizes are twice as many, so are the places.
entry twice [k] [m] (offs: [k]i64) (vals: [m]i64): []i64 =
  map (\i -> i64.sum (map (\j -> vals[2 * offs[i] + j]) (iota (2 * (offs[i + 1] - offs[i]))))) (iota (k - 1))

-- The starts of other rows.
entry others [k] [m] (offs: [k]i64) (starts: [k]i64) (vals: [m]i64): []i64 =
  map (\i -> i64.sum (map (\j -> vals[starts[i] + j] * (i + j)) (iota (offs[i + 1] - offs[i])))) (iota (k - 1))

-- Places are kept, with results for each point.
entry places [k] [m] (offs: [k]i64) (vals: [m]i64): []i64 =
  flatten (map (\i -> scan (+) 0 (map (+ i) vals[offs[i]:offs[i + 1]])) (iota (k - 1)))

-- What is read is overwritten behind it.
entry moved [k] [m] (offs: [k]i64) (vals: *[m]i64): *[m]i64 =
  let sums = map (\i -> i64.sum vals[offs[i]:offs[i + 1]]) (iota (k - 1))
  in scatter vals (iota (k - 1)) sums

-- ==
-- entry: neighbours
-- input { [1i32, 3i32, 3i32, 4i32] [1i64, 2i64, 3i64, 4i64, 5i64] }
-- output { [307i64, 0i64, 305i64] }
-- input { [0i32] empty([0]i64) }
-- output { empty([0]i64) }
-- input { [5i32, 5i32] empty([0]i64) }
-- output { [0i64] }
-- input { [0i32, 2i32] [1i64, 2i64, 3i64] }
-- error: -1
-- input { [1i32, 1i32, 3i32] [1i64, 2i64, 3i64] }
-- error: row 1

-- ==
-- entry: twice
-- input { [1i64, 2i64, 2i64, 3i64] [1i64, 2i64, 3i64, 4i64, 5i64, 6i64] }
-- output { [7i64, 0i64, 11i64] }
-- input { [1i64, 2i64, 4i64] [1i64, 2i64, 3i64, 4i64, 5i64, 6i64] }
-- error: row 1

-- ==
-- entry: others
-- input { [0i64, 1i64, 3i64] [2i64, 0i64, 1i64] [1i64, 2i64, 3i64] }
-- output { [0i64, 5i64] }
-- input { [3i64, 4i64, 6i64] [2i64, 2i64, 1i64] [1i64, 2i64, 3i64] }
-- error: row 1

-- ==
-- entry: places
-- input { [1i64, 3i64, 3i64, 5i64] [1i64, 2i64, 3i64, 4i64, 5i64] }
-- output { [2i64, 5i64, 6i64, 13i64] }

-- ==
-- entry: moved
-- input { [1i64, 3i64, 3i64, 5i64] [1i64, 2i64, 3i64, 4i64, 5i64] }
-- output { [5i64, 0i64, 9i64, 4i64, 5i64] }
