-- Reads by index gather; their checks collect what is wrong, and the loop runs again in order. A map that stores what can fail does not
-- read what it stores.
-- after: vectorise
-- count: 2 vector
-- count: 2 sums

entry product [n] [m] (is: [n]i32) (xs: [n]f64) (ys: [m]f64): f64 =
  f64.sum (map2 (\i x -> x * ys[i64.i32 i]) is xs)
entry pick [n] [m] (is: [n]i64) (ys: [m]f32): [n]f32 = map (\i -> ys[i]) is
