-- A map of indices does not get a width that only a check makes a size: nothing would keep it behind the check.
-- after: fuse
-- count: 2 screma
-- count: 1 recast

entry f (n: i64) (m: i64): [m]i64 = map (+ 3) (map (* 2) (iota (n - m)) :> [m]i64)
