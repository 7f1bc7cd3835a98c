-- A failure inside the operator of a fold names the element that was being combined, however the fold is computed.

-- The map of the operator moves outwards.
-- ==
-- entry: columns
-- input { [[1i64, 2i64], [0i64, 3i64]] }
-- error: fold_failures\.fut:8:63: division by zero \(row 1, 0\)$
entry columns (xss: [][2]i64): [2]i64 = reduce (map2 (\_ b -> 6 / b)) (replicate 2 1) xss

-- ==
-- entry: columns_of_columns
-- input { [[[1i64, 1i64], [1i64, 1i64]], [[1i64, 1i64], [0i64, 1i64]]] }
-- error: fold_failures\.fut:15:36: division by zero \(row 1, 1, 0\)$
entry columns_of_columns (xsss: [][2][2]i64): [2][2]i64 =
  reduce (map2 (map2 (\a b -> a * (100 / b)))) (replicate 2 (replicate 2 1)) xsss

-- The neutral element is not one scalar: the rows are combined one after the other.
-- ==
-- entry: rounds scanned_rounds
-- input { [[1i64, 2i64], [0i64, 3i64]] }
-- error: fold_failures\.fut:23:42: division by zero \(row 1, 0\), called at
def divided [m] (xs: [m]i64) (ys: [m]i64): [m]i64 =
  map2 (\x y -> if x > 100 then 100 else 100 / y) xs ys
entry rounds (xss: [][2]i64): [2]i64 = reduce divided [1, 2] xss
entry scanned_rounds (xss: [][2]i64): [][2]i64 = scan divided [1, 2] xss

-- ==
-- entry: rounds_of_rows
-- input { [[[1i64, 2i64], [3i64, 4i64], [1i64, 1i64]], [[1i64, 1i64], [0i64, 1i64]]] }
-- error: fold_failures\.fut:23:42: division by zero \(row 1, 1, 0\), called at
entry rounds_of_rows [n] (xsss: [n][?][2]i64): [n][2]i64 = map (reduce divided [1, 2]) xsss

-- ==
-- entry: between_maps
-- input { [[1i64, 1i64], [1i64, 0i64]] }
-- error: fold_failures\.fut:38:30: division by zero \(row 1\)$
entry between_maps (xss: [][2]i64): [2]i64 =
  reduce (\xs ys -> let k = (100 / ys[1]) in map (+ k) xs) [1, 1] xss

-- ==
-- entry: overwritten
-- input { [[1i64, 1i64], [0i64, 1i64]] }
-- error: fold_failures\.fut:45:40: division by zero \(row 1\)$
entry overwritten (xss: [][2]i64): [2]i64 =
  reduce (\xs ys -> copy xs with [0] = 100 / ys[0]) [1, 1] xss

-- An operator on numbers that is itself parallel.
-- ==
-- entry: parallel
-- input { [1i64, 0i64, 3i64] }
-- error: fold_failures\.fut:53:48: division by zero \(row 1, 0\)$
entry parallel (xs: []i64): i64 =
  reduce (\a b -> a + reduce (+) 0 (map (\i -> 100 / (b + i)) (iota 1))) 0 xs
