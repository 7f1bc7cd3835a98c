-- The sizes of rows that are taken to be as many as was checked stand under that check, if there was a row that made it.
-- after: flatten
-- count: 1 recast
-- count: 1 inside

entry f (m: i64) (xss: [][?]i64) (ys: []i64): [][?]i64 =
  map (\y -> if y > 0 then flatten (map (map (+ y)) (xss :> [m][?]i64)) else [y]) ys
