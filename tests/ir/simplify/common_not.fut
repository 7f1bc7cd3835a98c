-- What reads behind a check of its own side stays there: in front of the branch nobody has asked yet whether it may.
-- after: tidy
-- count: 2 screma

entry behind [n] (c: bool) (k: i64) (xs: [n]i64): i64 =
  if c
  then assert (0 <= k && k <= n) (2 * i64.sum (map (\i -> xs[i] * xs[i]) (iota k)))
  else assert (k <= n && k >= 0) (3 * i64.sum (map (\i -> xs[i] * xs[i]) (iota k)))
