-- A point takes a row of a constant, short length, if neighbouring rows read the same or what lies side by side. On a GPU narrow columns are turned only
-- where many points read the same elements, and no version is made for numbers of neighbours that are known.
-- after: schedule
-- count: 6 by each
-- count: 4 by short

entry window [n] (xs: [n]f32): []f32 = map (\i -> f32.sum (map (\k -> xs[i + k]) (iota 16))) (iota (n - 15))
entry columns [n] (xss: [n][3]f32): [3]f32 = map f32.sum (transpose xss)
entry gram [n] (xss: [n][6]f32): [6][6]f32 =
  let t = transpose xss in map (\a -> map (\b -> f32.sum (map2 (*) a b)) t) t
entry of_short [m] (xss: [20][m]f32): [m]f32 = map f32.sum (transpose xss)
entry computed [n] (xs: [n]i64): [n]i64 = map (\x -> i64.sum (map (\k -> (x + k) ^ 5) (iota 12))) xs

-- Rows that lie side by side themselves, rows that are found anywhere, and long ones stay.
entry rows [n] (xss: [n][16]f32): [n]f32 = map f32.sum xss
entry gathered [n] (xs: [n]f32) (is: [n]i64): [n]f32 = map (\i -> f32.sum (map (\k -> xs[i + k]) (iota 16))) is
entry long [n] (xs: [n]f32): []f32 = map (\i -> f32.sum (map (\k -> xs[i + k]) (iota 100))) (iota (n - 99))
