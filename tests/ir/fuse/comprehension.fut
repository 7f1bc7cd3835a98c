-- A comprehension inside another one is no more than maps and a sum.
-- after: flatten
-- count: 1 seg
-- count: 1 offsets
-- count: 1 checks
-- spaces: 2r

entry f [n] [m] (rows: [n][?](i64, f64)) (x: [m]f64): [n]f64 =
  [ f64.sum [ value * x[column] | (column, value) <- row ] | row <- rows ]
