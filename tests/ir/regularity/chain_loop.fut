-- A loop over rows is as irregular as what decides when it stops: the chain leads through the condition, and ends where it would go round.
-- after: core
-- fact: ys_6: [n_5]i64, <Ir>S, F, 0>, by WHILE-IRR, from lt_13 by OP, from red_12 by FOLD, from t_11 by FOLD, from ys_7 by INDEX

entry f [n] [m] (xss: [n][m]i64): [n]i64 =
  map (\xs -> i64.sum (loop ys = xs while i64.sum ys < 100 do ys ++ [1])) xss
