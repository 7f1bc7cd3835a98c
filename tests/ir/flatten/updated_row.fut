-- A row of an array that the code owns is written in its place; of one that is copied first, all is built with the new row.
-- after: inplace
-- count: 4 launches
-- count without inplace: 5 launches

entry owned [n] [m] (xss: *[n][m]i64) (i: i64) (ys: [m]i64): [n][m]i64 = xss with [i] = map (* 2) ys
entry copied [n] [m] (xss: [n][m]i64) (i: i64) (ys: [m]i64): [n][m]i64 = copy xss with [i] = map (* 2) ys
