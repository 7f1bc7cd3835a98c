-- A reduction of rows is a kernel over the columns.
-- after: flatten
-- count: 1 seg
-- count: 0 loops
-- spaces: 2

entry f [n] [m] (xss: [n][m]i64): [m]i64 = reduce (map2 (+)) (replicate m 0) xss
