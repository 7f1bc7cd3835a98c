-- A transposed matrix is read where it lies.
-- after: flatten
-- count: 0 arrays
-- spaces: 2

entry f [n] [m] (xss: [n][m]i64): [m][n]i64 = map (map (+ 1)) (transpose xss)
