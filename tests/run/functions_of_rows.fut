-- Functions that call themselves and are given rows of arrays: of those around them, parts of rows, every other element of a row.

def sum_to [n] (xs: [n]i64) (i: i64): i64 = if i < 0 then 0 else xs[i] + 2 * sum_to xs (i - 1)

entry rows [n] [m] (xss: [n][m]i64): [n]i64 = map (\xs -> sum_to xs (m - 1)) xss
-- ==
-- entry: rows
-- input { [[1i64, 2i64], [3i64, 4i64], [5i64, 6i64]] }
-- output { [4i64, 10i64, 16i64] }

entry at [n] [m] (xss: [n][m]i64) (is: []i64): []i64 = map (\i -> sum_to xss[i] (m - 1)) is
-- ==
-- entry: at
-- input { [[1i64, 2i64], [3i64, 4i64], [5i64, 6i64]] [2i64, 0i64, 1i64, 2i64] }
-- output { [16i64, 4i64, 10i64, 16i64] }
-- input { [[1i64, 2i64], [3i64, 4i64], [5i64, 6i64]] [2i64, 3i64] }
-- error: out of bounds

entry parts [n] (xs: [n]i64) (from: []i64): []i64 = map (\i -> sum_to xs[i:i + 2] 1) from
-- ==
-- entry: parts
-- input { [1i64, 2i64, 3i64, 4i64] [0i64, 2i64, 1i64] }
-- output { [4i64, 10i64, 7i64] }

def halved [n] (xs: [n]i64) (k: i64): i64 =
  if k <= 1 then xs[0] else xs[1] + 3 * halved xs[::2] (k / 2)

entry other [n] [m] (xss: [n][m]i64): [n]i64 = map (\xs -> halved xs m) xss
-- ==
-- entry: other
-- input { [[1i64, 2i64, 3i64, 4i64], [5i64, 6i64, 7i64, 9i64]] }
-- output { [20i64, 72i64] }

entry strided [n] [m] (xss: [n][m]i64): [n]i64 = map (\xs -> sum_to xs[1::2] (m / 2 - 1)) xss
-- ==
-- entry: strided
-- input { [[1i64, 2i64, 3i64, 4i64], [5i64, 6i64, 7i64, 9i64]] }
-- output { [8i64, 21i64] }
