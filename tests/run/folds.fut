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

-- ==
-- entry: many_parts
-- input { [0i64, 300i64, 3i64, 0i64, 1000i64, 1i64, 20i64] }
-- output { [true, true, true, true, true, true, true] }
-- input { [5000i64] }
-- output { [true] }

-- Rows that many workers share: their parts are combined in order, in groups.
entry many_parts [n] (ns: [n]i64): [n]bool =
  let after (a: i64, b: i64) (c: i64, d: i64) = (a * c, b * c + d)
  let all = map (\m -> map (\i -> (1 + i % 3, i - m)) (iota m)) ns
  let sums = map (\row -> reduce after (1, 0) row) all
  let scans = map (\row -> scan after (1, 0) row) all
  let evens = map (\row -> filter (\(a, _) -> a == 2) row) all
  let right [m] (row: [m](i64, i64)) (sum: (i64, i64)) (scanned: [](i64, i64)) (even: [](i64, i64)): bool =
    let (_, kept, good) = loop (acc, kept, good) = ((1, 0), 0, true) for i < m do
      let acc = after acc row[i]
      let (a, b) = row[i]
      in if a == 2 then (acc, kept + 1, good && scanned[i] == acc && even[kept] == (a, b)) else (acc, kept, good && scanned[i] == acc)
    let last = if m == 0 then (1, 0) else scanned[m - 1]
    in good && kept == length even && sum == last
  in map4 right all sums scans evens

-- ==
-- entry: last_or
-- input { [[1i64, 2i64], [], [3i64]] [10i64, 20i64, 30i64] }
-- output { [2i64, 20i64, 3i64] [[1i64, 2i64], [], [3i64]] }

-- The order of the operands matters, and any number is neutral on the left.
entry last_or [n] (xss: [n][?]i64) (zs: [n]i64): ([n]i64, [n][?]i64) =
  let last (_: i64) (b: i64) = b
  in (map2 (\xs z -> reduce last z xs) xss zs, map2 (\xs z -> scan last z xs) xss zs)
