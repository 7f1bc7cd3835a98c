-- Sums of columns: transposing makes no array.
-- after: flatten
-- count: 1 seg
-- count: 0 arrays
-- spaces: 2

entry f [n] [m] (xss: [n][m]i64): [m]i64 = map i64.sum (transpose xss)
