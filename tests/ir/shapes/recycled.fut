-- An array that dies where another of its shape is made: the new one may take its memory (over). One that is used again may not.
-- after: core
-- fact: r_22: [n_0][r_s_15 on 0]i64, shape [n_0][s_1 on 0] = xss_2, over yss_16, by GENERATE S1 S3 S4
-- fact: r_33: [n_23]i64, shape [n_23] = xs_24, by GENERATE S1 S3 S2

entry f [n] (xss: [n][?]i64): [n][?]i64 =
  let yss = map (\i -> scan (+) 0 xss[i]) (iota n)
  in map (\ys -> map (* 2) ys) yss
entry g [n] (xs: [n]i64): ([n]i64, [n]i64) =
  let ys = scan (+) 0 xs
  in (ys, map (* 2) ys)
