-- The indices of maps are compared by their levels: both maps read the rows at their own index.
-- after: core
-- fact: row_19: [n_18]i64, shape [n_8] = row_9, by INDEX S1 E1
-- fact: r_22: [n_18]i64, shape [n_8] = row_9, by GENERATE S1 S3 S2 E1

entry f [n] (xss: [n][?]i64): ([n][?]i64, [n][?]i64) =
  (map (\i -> map (+ 1) xss[i]) (iota n), map (\j -> map (* 2) xss[j]) (iota n))
