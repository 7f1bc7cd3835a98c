-- Rows between offsets are read as one array: nobody asks which row a point is in. Where the
-- first one begins is computed once for all elements.
-- after: positions
-- count: 1 positions
-- count: 1 once
-- count without positions: 0 positions
-- count without offsets: 0 positions

entry sums [k] [m] (offs: [k]i32) (cols: [m]i32) (vals: [m]f32) (xs: []f32): []f32 =
  map (\i ->
         let (a, b) = (i64.i32 offs[i], i64.i32 offs[i + 1])
         in f32.sum (map2 (\c v -> v * xs[i64.i32 c]) cols[a:b] vals[a:b]))
      (iota (k - 1))
