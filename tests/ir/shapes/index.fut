-- A row of an array has the inner shape at its index.
-- after: core
-- fact: row_7: [n_6]i64, shape [n_6], by INDEX S1

entry f [n] (xss: [n][?]i64) (i: i64): []i64 = xss[i]
