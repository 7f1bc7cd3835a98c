-- The existential result of a map; a negative size is reported with its position.
-- ==
-- entry: iotas
-- input { empty([0]i64) }
-- output { empty([0][?]i64) }
-- input { [0i64, 0i64] }
-- output { [empty([0]i64), empty([0]i64)] }
-- input { [4i64] }
-- output { [[0i64, 1i64, 2i64, 3i64]] }
-- input { [2i64, 0i64, 3i64] }
-- output { [[0i64, 1i64], [], [0i64, 1i64, 2i64]] }
-- input { [2i64, -1i64, 3i64] }
-- error: iotas.fut:[0-9]+:[0-9]+: Range 0\.\.1\.\.<-1 is invalid

entry iotas [n] (ns: [n]i64): [n][?]i64 = map iota ns
