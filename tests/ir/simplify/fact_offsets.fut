-- The offset after that of a row is there, as there is one row less than offsets. What the slice needs is data.
-- after: simplify
-- count: 2 checks

entry f [k] [m] (offs: [k]i32) (vals: [m]f32): []f32 =
  map (\i -> f32.sum vals[i64.i32 offs[i]:i64.i32 offs[i + 1]]) (iota (k - 1))
