-- A division that does not fail because there is an element is not computed where there is none.
-- ==
-- entry: shares
-- input { [3i64, 4i64] }
-- output { [150i64, 200i64] }
-- input { empty([0]i64) }
-- output { empty([0]i64) }

entry shares [n] (xs: [n]i64): [n]i64 = map (\x -> x * (100 / n)) xs

-- ==
-- entry: of_rows
-- input { [[3i64, 4i64], [], [5i64]] }
-- output { [[153i64, 204i64], [], [505i64]] }
-- input { empty([0][?]i64) }
-- output { empty([0][?]i64) }

entry of_rows [n] (xss: [n][?]i64): [n][?]i64 = map (\xs -> map (\x -> x * (100 / length xs) + x * (n % n + 1)) xs) xss
