-- A map is not moved behind the update of an array that it reads, to where its result is recast.
-- after: fuse
-- count: 2 screma
-- count: 2 recast

entry f [n] (xs: *[n]i64) (k: i64): []i64 =
  let ys = map (+ 1) xs
  let zs = xs with [0] = 5
  in map2 (+) (ys :> [k]i64) (zs :> [k]i64)
