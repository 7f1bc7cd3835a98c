-- A sparse matrix, as offsets, columns and values, times a vector.

entry spmv [k] [m] [c] (offs: [k]i32) (cols: [m]i32) (vals: [m]f32) (x: [c]f32): []f32 =
  map (\i ->
         let a = i64.i32 offs[i]
         let b = i64.i32 offs[i + 1]
         in f32.sum (map2 (\col v -> v * x[i64.i32 col]) cols[a:b] vals[a:b]))
      (iota (k - 1))

entry spmv_data (n: i64): ([]i32, []i32, []f32, [n]f32) =
  let sizes = map (\i -> i * 7 % 5) (iota n)
  let offs = [0] ++ map i32.i64 (scan (+) 0 sizes)
  let entries = iota (i64.sum sizes)
  in (offs, map (\e -> i32.i64 (e * 5 % n)) entries, map (\e -> f32.i64 (e % 9)) entries, map f32.i64 (iota n))
entry spmv_skewed (n: i64): ([]i32, []i32, []f32, [n]f32) =
  let sizes = map (\i -> if i == n / 2 then 2 * n else i % 2) (iota n)
  let offs = [0] ++ map i32.i64 (scan (+) 0 sizes)
  let entries = iota (i64.sum sizes)
  in (offs, map (\e -> i32.i64 (e * 5 % n)) entries, map (\e -> f32.i64 (e % 9)) entries, map f32.i64 (iota n))

-- The cases below are written by oracle.py.

-- ==
-- entry: spmv
-- input { [0i32] empty([0]i32) empty([0]f32) empty([0]f32) }
-- output { empty([0]f32) }
-- input { [0i32, 2i32, 3i32] [0i32, 1i32, 1i32] [2.0f32, 3.0f32, 4.0f32] [1.0f32, 10.0f32] }
-- output { [32.0f32, 40.0f32] }
-- input { [0i32, 0i32, 3i32, 3i32, 4i32] [2i32, 0i32, 2i32, 1i32] [1.0f32, 2.0f32, 3.0f32, 4.0f32] [1.0f32, 10.0f32, 100.0f32] }
-- output { [0.0f32, 402.0f32, 0.0f32, 40.0f32] }
-- input { [0i32, 1i32] [2i32] [1.0f32] [1.0f32, 2.0f32] }
-- error: spmv.fut:7:[0-9]+: Index \[2\] out of bounds for array of shape \[2\]
