-- The extent of the rows of a regular array is the same for every row.
-- after: core
-- fact: xss_3: [n_0][m_1]i64, <R>R>S, T, inf>, by VAR
-- fact: yss_14: [n_0][r_s_13 on 0]i64, <R>R>S, T, inf>, by GENERATE-1
-- fact: r_s_15: i64, <S, T, inf>, by EXTENT-REGULAR

entry f [n] [m] (k: i64) (xss: [n][m]i64): [n]i64 =
  let yss: [n][?]i64 = map (\xs -> loop ys = xs for _i < k do ys ++ ys) xss
  in map (\ys -> length ys) yss
