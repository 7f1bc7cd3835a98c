-- A loop that runs differently often from row to row, but keeps the shape.
-- after: core
-- fact: ys_4: [m_1]i64, <R>S, F, 0>, by WHILE-SHAPE
-- fact: xs_15: [m_1]i64, <R>S, F, 0>, by WHILE-SHAPE

entry f [n] [m] (xss: [n][m]i64): [n][]i64 =
  map (\xs -> loop ys = xs while i64.sum ys < 100 do map (+ 1) ys) xss
