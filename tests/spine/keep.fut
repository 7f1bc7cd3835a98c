-- A compaction in every row.
-- ==
-- entry: keep
-- input { empty([0][?]i64) }
-- output { empty([0][?]i64) }
-- input { [empty([0]i64), empty([0]i64)] }
-- output { [empty([0]i64), empty([0]i64)] }
-- input { [[1i64, -2i64, 3i64]] }
-- output { [[1i64, 3i64]] }
-- input { [[-1i64], [], [5i64, 0i64, 7i64], [-3i64, 2i64]] }
-- output { [[], [], [5i64, 7i64], [2i64]] }

entry keep [n] (xss: [n][?]i64): [n][?]i64 = map (filter (> 0)) xss
