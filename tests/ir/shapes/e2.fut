-- Sizes that are computed alike from extents are equal.
-- after: core
-- fact: iota_7: [n_6]i64, shape [h_4], by GENERATE E2
-- fact: r_10: [n_6]i64, shape [h_4] = iota_7, by GENERATE E2
-- fact: iota_12: [n_11]i64, shape [h_4] = iota_7, by GENERATE E2
-- fact: r_15: [n_11]i64, shape [h_4] = iota_7, by GENERATE E2

entry f [n] (xs: [n]i64): ([]i64, []i64) =
  let h = length xs / 2 let k = length xs / 2
  in (map (+ 1) (iota h), map (* 2) (iota k))
