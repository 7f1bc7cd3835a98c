-- A map in a map over a matrix is one kernel without offsets.
-- after: flatten
-- count: 0 offsets
-- count: 0 reads
-- spaces: 2

entry f [n] [m] (xss: [n][m]i64): [n][m]i64 = map (map (+ 1)) xss
