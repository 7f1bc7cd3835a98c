-- Rows of given sizes: an array seen in other dimensions. That the sizes add up is checked before anybody reads a row, also where nothing
-- else orders the two.

def sums [n] (xss: [n][?]i64): [n]i64 = map (\xs -> i64.sum xs) xss

entry by_sizes [n] [m] (sizes: [n]i64) (vals: [m]i64): [n]i64 = sums (unflatten_by sizes vals)

-- The sizes are those of an argument: nothing has to be computed of them.
entry by_rows [n] [m] (xss: [n][?]i64) (vals: [m]i64): [n]i64 =
  map2 (\xs ys -> i64.sum (map2 (*) xs (ys :> [length xs]i64))) xss (unflatten_by (map length xss) vals)

-- What is split is computed, a part of an array, an array of pairs, an array of rows.
entry of_squares [n] [m] (sizes: [n]i64) (vals: [m]i64): [n]i64 = sums (unflatten_by sizes (map (\x -> x * x) vals))
entry of_part [n] [m] (sizes: [n]i64) (vals: [m]i64): [n]i64 = sums (unflatten_by sizes vals[1:])
entry of_pairs [n] [m] (sizes: [n]i64) (vals: [m]i64): ([n]i64, [n]i64) =
  unzip (map (\xs -> (i64.sum (map (.0) xs), i64.sum (map (.1) xs))) (unflatten_by sizes (zip vals (iota m))))
entry of_rows [n] [m] (sizes: [n]i64) (xss: [m][?]i64): [n][?][?]i64 = unflatten_by sizes xss

-- In every row again.
entry in_rows [n] (sizes: [n][?]i64) (vals: [n][?]i64): [n][?]i64 = map2 (\s xs -> sums (unflatten_by s xs)) sizes vals

-- The split array is returned, and overwritten.
entry returned [n] [m] (sizes: [n]i64) (vals: [m]i64): [n][?]i64 = unflatten_by sizes vals
entry twice [n] [m] (sizes: [n]i64) (vals: *[m]i64): ([n]i64, [m]i64) =
  let a = sums (unflatten_by sizes vals)
  in (a, if m > 0 then vals with [0] = 100 else vals)

-- ==
-- entry: by_sizes of_squares
-- input { empty([0]i64) empty([0]i64) } output { empty([0]i64) }
-- input { [0i64] empty([0]i64) } output { [0i64] }

-- ==
-- entry: by_sizes
-- input { [2i64, 0i64, 3i64] [1i64, 2i64, 3i64, 4i64, 5i64] } output { [3i64, 0i64, 12i64] }
-- input { [2i64, 0i64, 2i64] [1i64, 2i64, 3i64, 4i64, 5i64] } error: 5 elements for rows whose sizes add up to 4
-- input { [2i64, -1i64, 4i64] [1i64, 2i64, 3i64, 4i64, 5i64] } error: unflatten_by_sizes.fut:6:

-- ==
-- entry: of_squares
-- input { [2i64, 0i64, 3i64] [1i64, 2i64, 3i64, 4i64, 5i64] } output { [5i64, 0i64, 50i64] }

-- ==
-- entry: of_part
-- input { [2i64, 0i64, 2i64] [1i64, 2i64, 3i64, 4i64, 5i64] } output { [5i64, 0i64, 9i64] }

-- ==
-- entry: of_pairs
-- input { [2i64, 0i64, 3i64] [1i64, 2i64, 3i64, 4i64, 5i64] } output { [3i64, 0i64, 12i64] [1i64, 0i64, 9i64] }

-- ==
-- entry: of_rows
-- input { [1i64, 0i64, 2i64] [[1i64], empty([0]i64), [2i64, 3i64]] } output { [[[1i64]], empty([0][0]i64), [empty([0]i64), [2i64, 3i64]]] }

-- ==
-- entry: by_rows
-- input { [[1i64, 2i64], [3i64]] [5i64, 6i64, 7i64] } output { [17i64, 21i64] }
-- input { [[1i64, 2i64], [3i64]] [5i64, 6i64] } error: 2 elements for rows whose sizes add up to 3

-- ==
-- entry: in_rows
-- input { [[1i64, 2i64], [3i64]] [[5i64, 6i64, 7i64], [1i64, 1i64, 1i64]] } output { [[5i64, 13i64], [3i64]] }
-- input { [[1i64, 2i64], [4i64]] [[5i64, 6i64, 7i64], [1i64, 1i64, 1i64]] } error: 3 elements for rows whose sizes add up to 4

-- ==
-- entry: returned
-- input { [2i64, 0i64, 1i64] [1i64, 2i64, 3i64] } output { [[1i64, 2i64], empty([0]i64), [3i64]] }

-- ==
-- entry: twice
-- input { [2i64, 0i64, 1i64] [1i64, 2i64, 3i64] } output { [3i64, 0i64, 3i64] [100i64, 2i64, 3i64] }
