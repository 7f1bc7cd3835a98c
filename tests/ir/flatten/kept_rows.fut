-- What a filter leaves of every row: one compaction along the rows.
-- after: flatten
-- count: 1 keep
-- count: 1 offsets
-- spaces: 2r

entry f [n] (xss: [n][?]i64): [n][?]i64 = map (filter (> 0)) xss
