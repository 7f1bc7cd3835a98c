-- What is done at the end of a row, where workers share rows, rows are empty, and rows fail.

def rows (sizes: []i64): [][?]i64 = map (\s -> map (+ 1) (iota s)) sizes

-- Sums and sizes of rows meet at their ends.
-- ==
-- entry: sums
-- input { [0i64, 5i64, 0i64, 1i64] } output { [7i64, 42i64, 7i64, 10i64] }
-- input { [100000i64, 0i64, 3i64, 200000i64] } output { [10000200007i64, 7i64, 22i64, 40000400007i64] }
-- input { [300000i64] } output { [90000600007i64] }
-- input { empty([0]i64) } output { empty([0]i64) }
entry sums (sizes: []i64): []i64 = map (\xs -> 2 * i64.sum xs + length xs + 7) (rows sizes)

-- How many elements are kept, beside their sum.
-- ==
-- entry: counts
-- input { [0i64, 5i64, 0i64, 1i64] } output { [1i64, 209i64, 1i64, 1i64] }
-- input { [100000i64, 0i64, 300000i64] } output { [2505100001i64, 1i64, 22515300001i64] }
entry counts (sizes: []i64): []i64 =
  map (\xs -> let ys = filter (\x -> x % 2 == 0) xs in 1 + 100 * length ys + i64.sum ys + length ys) (rows sizes)

-- The first row that fails is named, though it has no points.
-- ==
-- entry: picked
-- input { [1i64, 2i64] [3i64, 4i64, 5i64, 6i64] } output { [4i64, 6i64] }
-- input { [1i64, 0i64, 3i64] [1i64, 2i64, 3i64] } error: Index \[6\] out of bounds for array of shape \[3\] \(row 2\)
entry picked (sizes: []i64) (ks: []i64): []i64 = map (\xs -> ks[i64.sum xs]) (rows sizes)

-- ==
-- entry: divided
-- input { [2i64, 0i64] } error: division by zero
-- input { [100000i64, 2i64] } output { [0i64, 33i64] }
entry divided (sizes: []i64): []i64 = map (\xs -> 100 / i64.sum xs) (rows sizes)

-- What a row gives is known without its sum.
-- ==
-- entry: constant
-- input { [1i64, 0i64, 3i64] } output { [true, true, true] }
entry constant (xs: []i64): []bool =
  map (\x -> let ys = [true] in if length ys > 0 then ys[i64.maximum [x] % length ys] else false) xs
