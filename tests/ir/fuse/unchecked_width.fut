-- A map of indices does not get a width that only a check makes a size: nothing would keep it behind the check.
-- after: fuse
-- count: 2 screma
-- count: 2 recast

entry f (n: i64) (m: i64): []i64 =
  map2 (+) (map (+ 3) (iota (n - m))) (map (* 2) (iota (m - n)) :> [n - m]i64)
