-- A reduction whose operator can fail counts what is kept, and stays behind the compaction.
-- after: fuse
-- count: 2 screma

entry f (xs: []i64): i64 = reduce (/) 1000 (filter (< 5) xs)
