-- Three levels, rows filtered at level two.
-- ==
-- entry: deep
-- input { empty([0][?][?]i64) }
-- output { empty([0][?][?]i64) }
-- input { [[[1i64, 2i64], [3i64]], [[4i64], [5i64, 6i64, 7i64], []]] }
-- output { [[[4i64, 5i64]], [[23i64, 24i64, 25i64]]] }
-- input { [[[1i64], [2i64]], [[3i64, 4i64]]] }
-- output { [[], [[10i64, 11i64]]] }

entry deep [n] (xsss: [n][?][?]i64): [n][?][?]i64 =
  map (\xss -> map (\xs -> let t = i64.sum xs in map (+ t) xs) (filter (\xs -> length xs > 1) xss)) xsss
