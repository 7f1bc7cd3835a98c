-- Branches whose sides take rows out of arrays: at indices of their own, of arrays of two and three dimensions.

entry taken [n] (is: [n]i64) (xss: [n][?]i64): [n][?]i64 =
  map2 (\i xs -> if i % 2 == 0 then xss[i % n] else copy xs) is xss
-- ==
-- entry: taken
-- input { [4i64, 1i64, 0i64, 8i64] [[1i64], [2i64, 3i64], [], [4i64, 5i64, 6i64]] }
-- output { [[1i64], [2i64, 3i64], [1i64], [1i64]] }
-- input { [2i64, 3i64, 6i64] [[1i64], [2i64, 3i64], [4i64, 5i64, 6i64]] }
-- output { [[4i64, 5i64, 6i64], [2i64, 3i64], [1i64]] }

entry regular [n] [m] (is: [n]i64) (xss: [n][m]i64): [n][m]i64 =
  map2 (\i xs -> if i < 0 then map (* 2) xs else xss[i]) is xss
-- ==
-- entry: regular
-- input { [2i64, -1i64, 1i64] [[1i64, 2i64], [3i64, 4i64], [5i64, 6i64]] }
-- output { [[5i64, 6i64], [6i64, 8i64], [3i64, 4i64]] }
-- input { [2i64, 3i64, 1i64] [[1i64, 2i64], [3i64, 4i64], [5i64, 6i64]] }
-- error: out of bounds

entry deep [n] [m] [k] (is: [n]i64) (xsss: [n][m][k]i64): [n][k]i64 =
  map2 (\i xss -> if i % 3 == 1 then xsss[i % n, i % m] else xss[0]) is xsss
-- ==
-- entry: deep
-- input { [1i64, 0i64, 4i64] [[[1i64, 2i64], [3i64, 4i64]], [[5i64, 6i64], [7i64, 8i64]], [[9i64, 10i64], [11i64, 12i64]]] }
-- output { [[7i64, 8i64], [5i64, 6i64], [5i64, 6i64]] }
