-- What rests on a check of all rows is no part of the kernel that checks: it may read another row than its own.
-- after: fuse_flat
-- count: 2 seg
-- count: 1 under

entry f [n] (xss: [n][?]i64): ([n]i64, [n]i64) =
  let yss = xss :> [n][3]i64
  in (map (* 2) (iota n), map (\i -> yss[n - 1 - i, 2]) (iota n))
