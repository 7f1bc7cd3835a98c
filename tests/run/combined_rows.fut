-- Rows combined by index, element by element where the operator is a map, and reductions in the rounds of a loop of a point.

entry sums [n] [d] (k: i64) (is: [n]i64) (xss: [n][d]i64): [k][d]i64 =
  reduce_by_index (replicate k (replicate d 0)) (map2 (+)) (replicate d 0) is xss

-- ==
-- entry: sums
-- input { 3i64 [0i64, 2i64, 0i64, 5i64, -1i64] [[1i64, 2i64], [3i64, 4i64], [5i64, 6i64], [7i64, 8i64], [9i64, 10i64]] }
-- output { [[6i64, 8i64], [0i64, 0i64], [3i64, 4i64]] }
-- input { 2i64 empty([0]i64) empty([0][2]i64) }
-- output { [[0i64, 0i64], [0i64, 0i64]] }
-- input { 0i64 [0i64] [[1i64, 2i64]] }
-- output { empty([0][2]i64) }

-- Pairs of rows, with another operator for each side.
entry extremes [n] [d] (k: i64) (is: [n]i64) (xss: [n][d]i64): ([k][d]i64, [k][d]i64) =
  let op (a, b) (c, e) = (i64.min a c, i64.max b e)
  let r = reduce_by_index (replicate k (replicate d (100, -100))) (map2 op) (replicate d (100, -100)) is (map (map (\x -> (x, x))) xss)
  in unzip (map unzip r)

-- ==
-- entry: extremes
-- input { 2i64 [1i64, 1i64, 0i64] [[1i64, 9i64], [3i64, 4i64], [5i64, 6i64]] }
-- output { [[5i64, 6i64], [1i64, 4i64]] [[5i64, 6i64], [3i64, 9i64]] }

-- Rows of two dimensions.
entry blocks [n] (k: i64) (is: [n]i64) (xsss: [n][2][2]i64): [k][2][2]i64 =
  reduce_by_index (replicate k (replicate 2 (replicate 2 1))) (map2 (map2 (*))) (replicate 2 (replicate 2 1)) is xsss

-- ==
-- entry: blocks
-- input { 2i64 [1i64, 1i64] [[[1i64, 2i64], [3i64, 4i64]], [[5i64, 6i64], [7i64, 8i64]]] }
-- output { [[[1i64, 1i64], [1i64, 1i64]], [[5i64, 12i64], [21i64, 32i64]]] }

-- An operator on whole rows: the lexicographically smaller one.
entry smallest [n] (k: i64) (is: [n]i64) (xss: [n][2]i64): [k][2]i64 =
  let op (a: [2]i64) (b: [2]i64): [2]i64 = if a[0] < b[0] || (a[0] == b[0] && a[1] <= b[1]) then a else b
  in reduce_by_index (replicate k [99, 99]) op [99, 99] is xss

-- ==
-- entry: smallest
-- input { 2i64 [1i64, 1i64, 1i64] [[3i64, 2i64], [1i64, 7i64], [1i64, 4i64]] }
-- output { [[99i64, 99i64], [1i64, 4i64]] }

-- The nearest centre: a reduction in every round, over rows of their own lengths.
entry nearest [n] [k] (xss: [n][?]i64) (centres: [k]i64): [n]i64 =
  map (\xs ->
         let (best, _) =
           loop (best, least) = (-1, i64.highest) for c < k do
             let there = i64.sum (map (\x -> i64.abs (x - centres[c])) xs)
             in if there < least then (c, there) else (best, least)
         in best)
      xss

-- ==
-- entry: nearest
-- input { [[1i64, 2i64], empty([0]i64), [9i64], [5i64, 6i64, 7i64]] [0i64, 5i64, 10i64] }
-- output { [0i64, 0i64, 2i64, 1i64] }
-- input { [[1i64]] empty([0]i64) }
-- output { [-1i64] }
-- input { empty([0][?]i64) [1i64] }
-- output { empty([0]i64) }

-- What fails in such a reduction names the row.
entry looked_up [n] (xss: [n][?]i64) (ys: []i64): [n]i64 =
  map (\xs -> loop s = 0 for r < 2 do s + i64.sum (map (\x -> ys[x + r]) xs)) xss

-- ==
-- entry: looked_up
-- input { [[0i64, 1i64], [1i64]] [10i64, 20i64, 30i64] }
-- output { [80i64, 50i64] }
-- input { [[0i64], [0i64, 3i64]] [10i64, 20i64, 30i64] }
-- error: out of bounds for array of shape \[3\] \(row 1
