-- Sums of the rows of a matrix stored as offsets and values.

entry ragged [k] [m] (offs: [k]i32) (vals: [m]f32): []f32 =
  map (\i -> f32.sum vals[i64.i32 offs[i]:i64.i32 offs[i + 1]]) (iota (k - 1))

entry ragged_data (n: i64): ([]i32, []f32) =
  let sizes = map (\i -> i * 7 % 5) (iota n)
  let offs = [0] ++ map i32.i64 (scan (+) 0 sizes)
  in (offs, map (\i -> f32.i64 (i % 9)) (iota (i64.sum sizes)))

-- All elements but a few stand in one row.
entry ragged_skewed (n: i64): ([]i32, []f32) =
  let sizes = map (\i -> if i == n / 2 then 2 * n else i % 2) (iota n)
  let offs = [0] ++ map i32.i64 (scan (+) 0 sizes)
  in (offs, map (\i -> f32.i64 (i % 9)) (iota (i64.sum sizes)))

-- The cases below are written by oracle.py.

-- ==
-- entry: ragged
-- input { [0i32] empty([0]f32) }
-- output { empty([0]f32) }
-- input { [0i32, 2i32, 3i32] [1.0f32, 2.0f32, 4.0f32] }
-- output { [3.0f32, 4.0f32] }
-- input { [0i32, 0i32, 3i32, 3i32, 4i32, 4i32] [1.0f32, 2.0f32, 4.0f32, 8.0f32] }
-- output { [0.0f32, 7.0f32, 0.0f32, 8.0f32, 0.0f32] }
-- input { [1i32, 3i32] [9.0f32, 1.0f32, 2.0f32, 9.0f32] }
-- output { [3.0f32] }
