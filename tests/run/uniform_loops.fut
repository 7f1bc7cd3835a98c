-- Loops in maps whose rounds are the same for every row: the host runs them, and stops where a row fails.

-- A loop that only a failure ends.
-- ==
-- entry: until_failure
-- input { [[1i64, 2i64]] }
-- error: division
-- input { empty([0][2]i64) }
-- output { empty([0][2]i64) }
entry until_failure [m] [n] (xss: [m][n]i64): [m][n]i64 =
  map (\xs ->
         let (xs, _) = loop (xs, i) = (xs, 0i64) while i >= 0 do (map2 (\x k -> x / (5 + k - i)) xs (iota n), i + 1)
         in xs)
      xss

-- The same outside of maps.
-- ==
-- entry: outside
-- input { [1i64, 2i64] }
-- error: division
entry outside [n] (xs: [n]i64): [n]i64 =
  let (xs, _) = loop (xs, i) = (xs, 0i64) while i >= 0 do (map2 (\x k -> x / (5 + k - i)) xs (iota n), i + 1)
  in xs

-- Carried numbers that are the same for all rows, beside one that is not; all are returned.
-- ==
-- entry: doubled
-- input { 5i64 [[1i64, 2i64], [3i64, 4i64]] }
-- output { [[8i64, 9i64], [10i64, 11i64]] [8i64, 8i64] [11i64, 19i64] }
-- input { -1i64 [[1i64, 2i64], [3i64, 4i64]] }
-- output { [[1i64, 2i64], [3i64, 4i64]] [1i64, 1i64] [1i64, 3i64] }
-- input { 5i64 empty([0][2]i64) }
-- output { empty([0][2]i64) empty([0]i64) empty([0]i64) }
entry doubled [m] [n] (k: i64) (xss: [m][n]i64): ([m][n]i64, [m]i64, [m]i64) =
  unzip3 (map (\xs ->
                 loop (xs, step, first) = (xs, 1, xs[0]) while step < k do
                   (map (+ step) xs, 2 * step, first + xs[0] + 1))
              xss)

-- Each carried number becomes the other one; one of them starts differently in every row.
-- ==
-- entry: exchanged
-- input { [[1i64, 2i64], [3i64, 4i64]] }
-- output { [[5i64, 6i64], [11i64, 12i64]] }
entry exchanged [m] [n] (xss: [m][n]i64): [m][n]i64 =
  map (\xs ->
         let (xs, _, _) = loop (xs, a, b) = (xs, 1, xs[0]) for _i < 4 do (map (+ a) xs, b, a)
         in xs)
      xss

-- A number computed for the rounds that is also a result of every row.
-- ==
-- entry: counted
-- input { 3i64 [[1i64], [2i64]] }
-- output { [[7i64], [8i64]] [4i64, 4i64] }
entry counted [m] [n] (k: i64) (xss: [m][n]i64): ([m][n]i64, [m]i64) =
  unzip (map (\xs ->
                loop (xs, _last) = (xs, 0) for i < k do
                  let next = i + 2
                  in (loop xs for _j < next - i do map (+ 1) xs, next))
             xss)

-- What is divided by is not known to be sound where there is no row.
-- ==
-- entry: divided
-- input { 0i64 empty([0][2]i64) }
-- output { empty([0][2]i64) }
-- input { 0i64 [[1i64, 2i64]] }
-- error: division
-- input { 3i64 [[1i64, 2i64]] }
-- output { [[3i64, 4i64]] }
entry divided [m] [n] (k: i64) (xss: [m][n]i64): [m][n]i64 =
  map (\xs -> loop xs for _i < 6 / k do map (+ 1) xs) xss
