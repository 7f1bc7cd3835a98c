-- A loop that changes the shape and runs differently often from row to row.
-- after: core
-- fact: n_5: i64, <S, F, 0>, by WHILE-IRR
-- fact: ys_6: [n_5]i64, <Ir>S, F, 0>, by WHILE-IRR
-- fact: n_16: i64, <S, F, 0>, by WHILE-IRR
-- fact: xs_17: [n_16]i64, <Ir>S, F, 0>, by WHILE-IRR

entry f [n] [m] (xss: [n][m]i64): [n]i64 =
  map (\xs -> i64.sum (loop ys = xs while i64.sum ys < 100 do ys ++ ys)) xss
