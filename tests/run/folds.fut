-- Reductions and scans of rows, with operators on arrays, and with neutral elements that differ from row to row.
-- ==
-- entry: colsums
-- input { [[1i64, 2i64], [3i64, 4i64], [5i64, 6i64]] }
-- output { [9i64, 12i64] }
-- input { empty([0][2]i64) }
-- output { [0i64, 0i64] }

-- ==
-- entry: colscan
-- input { [[1i64, 2i64], [3i64, 4i64], [5i64, 6i64]] }
-- output { [[1i64, 2i64], [4i64, 6i64], [9i64, 12i64]] }

-- ==
-- entry: longest
-- input { [[1i64, 2i64, 9i64], [3i64, 4i64, 0i64]] }
-- output { [3i64, 4i64, 9i64] }

-- ==
-- entry: started
-- input { [[1i64, 2i64], [], [3i64]] [10i64, 20i64, 30i64] }
-- output { [10i64, 20i64, 30i64] [[11i64, 13i64], [], [33i64]] }

def maxes [m] (a: [m]i64) (b: [m]i64): [m]i64 = map2 i64.max a b

entry colsums [n][m] (xss: [n][m]i64): [m]i64 = reduce (map2 (+)) (replicate m 0) xss
entry colscan [n][m] (xss: [n][m]i64): [n][m]i64 = scan (map2 (+)) (replicate m 0) xss
entry longest [n][m] (xss: [n][m]i64): [m]i64 = reduce maxes (map (\_ -> i64.lowest) (iota m)) xss
entry started [n] (xss: [n][?]i64) (zs: [n]i64): ([n]i64, [n][?]i64) =
  (map2 (\xs z -> reduce i64.max z xs) xss zs, map2 (\xs z -> scan (+) z xs) xss zs)
