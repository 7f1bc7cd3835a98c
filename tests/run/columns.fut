-- Columns of matrices that are summed, combined, mapped and multiplied: few and many, with and without elements.

entry sums [n] [m] (xss: [n][m]i64): [m]i64 = map i64.sum (transpose xss)
entry vectors [n] [m] (xss: [n][m]i64): [m]i64 = reduce (map2 (+)) (replicate m 0) xss
entry last_of [n] [m] (xss: [n][m]i64): [m]i64 = map (reduce (\a b -> if b == 0 then a else b) 0) (transpose xss)
entry pairs [n] [m] (xss: [n][m]i64): [m](i64, i64) =
  map (\xs -> reduce (\(a, i) (b, j) -> if b > a then (b, j) else (a, i)) (i64.lowest, -1) (zip xs (iota n))) (transpose xss)
entry means [n] [m] (xss: [n][m]i64): [m]i64 = map (\xs -> i64.sum xs / (n + 1)) (transpose xss)
entry product [n] [m] [k] (xss: [n][k]i64) (yss: [k][m]i64): [n][m]i64 =
  map (\xs -> map (\ys -> i64.sum (map2 (*) xs ys)) (transpose yss)) xss
entry indirect [n] [m] [k] (table: [k][m]i64) (is: [n]i64): [m]i64 =
  map (\j -> i64.sum (map (\i -> table[i, j]) is)) (iota m)
entry loops [n] [m] (xss: [n][m]i64): [m]i64 =
  map (\j -> loop s = 0 for i < n do if xss[i, j] > 3 then s * 3 + xss[i, j] else s + i) (iota m)
entry until [n] [m] (xss: [n][m]i64): [m]i64 =
  map (\j -> (loop (s, i) = (0, 0) while i < n do (s + xss[i, j], i + 2)).0) (iota m)
entry triangle [n] [m] (xss: [n][m]i64): [m]i64 =
  map (\j -> loop s = 0 for i < i64.min n j do s + xss[i, j]) (iota m)
-- Lanes that take a branch set what would be the same in all of them.
entry last_seen [n] [m] (xss: [n][m]i64): [m]i64 =
  map (\j -> loop s = -1 for i < n do if xss[i, j] > 3 then (loop t = i while t < 100 do t * 3 + 1) else s) (iota m)
-- Both sides of the branch set it.
entry picked [n] [m] (xss: [n][m]i64): [m]i64 =
  map (\j -> loop s = 0 for i < n do s + (if xss[i, j] > 3 then (loop t = i while t < 100 do t * 3 + 1) else (loop t = i + 5 while t < 50 do t * 2 + 1))) (iota m)
entry checked [n] [m] (k: i64) (xss: [n][m]i64): [m]i64 =
  map (\j -> loop s = 0 for i < k do s + xss[i, j]) (iota m)
-- An array in memory: not what computes it.
def stored [n] [m] (xss: [n][m]i64): [n][m]i64 =
  unflatten (hist (+) 0 (n * m) (iota (n * m)) (flatten xss))
-- What a lane has checked is looked at behind loops, too, that may have no rounds.
entry skipped [n] [m] (bad: i64) (xss: [n][m]i64): [m]f64 =
  let is = map (\j -> if j == bad then 1 << 44 else j) (iota m)
  let ys = map (* 3) (iota m)
  in map2 (\j i -> let i = assert (i >= 0 && i < m) i
                   let s = loop s = 0 for r < n do s + xss[r, j]
                   in f64.i64 (s + ys[i])) (iota m) is
entry skipped_all (bad: i64) (n: i64) (m: i64): i64 =
  i64.f64 (f64.sum (skipped bad (stored (tabulate_2d n m (\i j -> i + j)))))
entry turned [n] [m] (xss: [n][m]i64): [m][n]i64 = map (map (+ 1)) (transpose xss)
entry both [n] (xss: [n][n]i64): [n][n]i64 = map2 (map2 (+)) xss (transpose xss)
entry deep [l] [n] [m] (xsss: [l][n][m]i64): [l][m][n]i64 = map (\xss -> map (map (* 2)) (transpose xss)) xsss
entry deep_sums [l] [n] [m] (xsss: [l][n][m]i64): [l][m]i64 = map (\xss -> map i64.sum (transpose xss)) xsss

entry grid (n: i64) (m: i64): [n][m]i64 = tabulate_2d n m (\i j -> (i * 7 + j * 13) % 11)
entry hashes (n: i64) (m: i64): (i64, i64, i64, i64, i64) =
  let xss = stored (tabulate_2d n m (\i j -> (i * 7 + j * 13) % 11))
  let hash [k] (xs: [k]i64) = i64.sum (map2 (\i x -> x * (i % 97 + 1)) (iota k) xs)
  in (hash (sums xss), hash (vectors xss), hash (last_of xss), hash (loops xss), hash (until xss))
entry squares (n: i64) (m: i64) (k: i64): i64 =
  let p = product (stored (tabulate_2d n k (\i j -> (i * 5 + j) % 7))) (stored (tabulate_2d k m (\i j -> (i + j * 3) % 5)))
  in i64.sum (map2 (\i x -> x * (i % 89 + 1)) (iota (n * m)) (flatten p))

-- ==
-- entry: sums vectors last_of pairs means loops until triangle last_seen picked turned
-- input { empty([0][0]i64) } auto output
-- input { empty([0][3]i64) } auto output
-- input { empty([3][0]i64) } auto output
-- input { [[1i64, 2, 3], [4, 0, 6]] } auto output
-- input { [[1i64, 2, 3, 4, 5, 6, 7, 8, 9], [9, 8, 0, 6, 5, 4, 3, 2, 1], [0, 0, 0, 4, 0, 7, 0, 0, 5]] } auto output
-- input { [[1i64], [2], [0], [5]] } auto output

-- ==
-- entry: both
-- input { empty([0][0]i64) } auto output
-- input { [[1i64, 2, 3], [4, 5, 6], [7, 8, 9]] } auto output

-- ==
-- entry: deep deep_sums
-- input { empty([0][2][3]i64) } auto output
-- input { empty([2][0][3]i64) } auto output
-- input { [[[1i64, 2, 3], [4, 5, 6]], [[7, 8, 9], [10, 11, 12]]] } auto output

-- ==
-- entry: product
-- input { empty([0][2]i64) [[1i64, 2], [3, 4]] } auto output
-- input { empty([2][0]i64) empty([0][9]i64) } auto output
-- input { [[1i64, 2], [3, 4], [5, 6]] [[1i64, 2, 3, 4, 5, 6, 7, 8, 9], [9, 8, 7, 6, 5, 4, 3, 2, 1]] } auto output

-- ==
-- entry: indirect
-- input { [[1i64, 2, 3, 4, 5, 6, 7, 8, 9], [9, 8, 7, 6, 5, 4, 3, 2, 1]] [0i64, 1, 1, 0, 1] } auto output
-- input { [[1i64, 2, 3, 4, 5, 6, 7, 8, 9], [9, 8, 7, 6, 5, 4, 3, 2, 1]] [0i64, 1, 2, 0, 1] } error: 2
-- input { [[1i64, 2]] empty([0]i64) } auto output

-- ==
-- entry: checked
-- input { 2i64 [[1i64, 2, 3, 4, 5, 6, 7, 8, 9], [9, 8, 7, 6, 5, 4, 3, 2, 1]] } auto output
-- input { 3i64 [[1i64, 2, 3, 4, 5, 6, 7, 8, 9], [9, 8, 7, 6, 5, 4, 3, 2, 1]] } error: 2
-- input { 1i64 empty([0][9]i64) } error: 0
-- input { 1i64 empty([1][0]i64) } auto output

-- ==
-- entry: skipped_all
-- input { -1i64 0i64 100i64 } auto output
-- input { -1i64 3i64 100i64 } auto output
-- input { 2i64 0i64 100i64 } error: Assertion
-- input { 2i64 3i64 100i64 } error: Assertion

-- ==
-- entry: hashes
-- input { 100i64 17i64 } auto output
-- input { 17i64 300i64 } auto output
-- input { 1000i64 9i64 } auto output
-- input { 65i64 64i64 } auto output

-- ==
-- entry: squares
-- input { 20i64 33i64 70i64 } auto output
-- input { 3i64 8i64 500i64 } auto output
-- input { 40i64 7i64 9i64 } auto output
