-- The extent of an array that a map made is the width of that map.
-- after: core
-- fact: r_9: [n_2]i64, shape [n_0] = iota_3, over r_6, by GENERATE S1 S3 S2

entry f (n: i64): []i64 = map (+ 1) (map (* 2) (iota n))
