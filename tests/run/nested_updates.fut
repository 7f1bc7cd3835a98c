-- Updates by the elements of irregular nests: rows without elements, one long row, rows that fail, arrays that are read and updated.

entry counted (k: i64) (sizes: []i64): []i64 =
  let at = expand (\s -> s) (\s j -> (s + j) % k) sizes
  in reduce_by_index (replicate k 0) (+) 0 at (map (const 1) at)
-- ==
-- entry: counted
-- input { 3i64 empty([0]i64) }
-- output { [0i64, 0i64, 0i64] }
-- input { 3i64 [0i64, 0i64] }
-- output { [0i64, 0i64, 0i64] }
-- input { 3i64 [1i64, 0i64, 4i64, 2i64] }
-- output { [2i64, 3i64, 2i64] }
-- input { 2i64 [0i64, 100000i64, 1i64, 0i64] }
-- output { [50000i64, 50001i64] }
-- input { 3i64 [1i64, -2i64] }
-- error: nested_updates\.fut:4:12: negative size -2 \(row 1\)$
-- input { 0i64 [0i64] }
-- output { empty([0]i64) }
-- input { 0i64 [0i64, 2i64] }
-- error: nested_updates\.fut:4:38: division by zero \(row 1, [01]\)$

entry kept [n] (xss: [n][?]i64): [4]i64 =
  let at = [x / y | (xs <- xss | y <- iota n), x <- xs, x > y]
  in reduce_by_index (replicate 4 0) (+) 0 at at
-- ==
-- entry: kept
-- input { empty([0][?]i64) }
-- output { [0i64, 0i64, 0i64, 0i64] }
-- input { [empty([0]i64), [1i64, 2i64, 3i64], empty([0]i64), [9i64, 3i64, 4i64]] }
-- output { [0i64, 1i64, 2i64, 6i64] }
-- input { [[-1i64, 0i64], [2i64]] }
-- output { [0i64, 0i64, 2i64, 0i64] }
-- input { [[0i64, 1i64], [2i64]] }
-- error: nested_updates\.fut:24:13: division by zero \(row 0, 0\)$

-- The last of several is the nearest: three levels, and pairs.
entry chain [n] (sizes: [n]i64): ([3]i64, [3]i64) =
  let (at, v, w) = unzip3 [(z % 3, x + y, z) | x <- sizes, y <- iota x, z <- y...2 * y, z != 3]
  let larger (a, b) (c, d) = if a > c || (a == c && b > d) then (a, b) else (c, d)
  in unzip (reduce_by_index (replicate 3 (0, 0)) larger (i64.lowest, i64.lowest) at (zip v w))
-- ==
-- entry: chain
-- input { empty([0]i64) }
-- output { [0i64, 0i64, 0i64] [0i64, 0i64, 0i64] }
-- input { [0i64, 3i64, 0i64, 1i64] }
-- output { [3i64, 5i64, 5i64] [0i64, 4i64, 2i64] }

-- The nest reads what is updated.
entry own [n] (xs: *[n]i64): [n]i64 =
  let at = expand (\x -> x) (\x j -> xs[x] + j) xs
  in scatter xs at (map (const 7) at)
-- ==
-- entry: own
-- input { [1i64, 0i64, 2i64] }
-- output { [7i64, 0i64, 7i64] }

-- Within rows, of which each has its own updates.
entry inside [n] (xss: [n][?]i64): [n][3]i64 =
  map (\xs -> let at = flatten (map (\x -> map (% 3) (iota x)) xs)
              in reduce_by_index (replicate 3 0) (+) 0 at (map (const 1) at)) xss
-- ==
-- entry: inside
-- input { [[4i64, 0i64], empty([0]i64), [1i64, 2i64, 0i64]] }
-- output { [[2i64, 1i64, 1i64], [0i64, 0i64, 0i64], [2i64, 1i64, 0i64]] }
-- input { empty([0][?]i64) }
-- output { empty([0][3]i64) }

entry matrix [n] [m] [d] (xsss: [n][m][d]i64): [2][d]i64 =
  let rows = flatten (map (map (map (+ 1))) xsss)
  in reduce_by_index (replicate 2 (replicate d 0)) (map2 (+)) (replicate d 0) (map (\row -> row[0] % 2) rows) rows
-- ==
-- entry: matrix
-- input { [[[1i64, 2i64], [4i64, 5i64]], [[0i64, 1i64], [7i64, 7i64]]] }
-- output { [[10i64, 11i64], [6i64, 8i64]] }
-- input { empty([0][2][3]i64) }
-- output { [[0i64, 0i64, 0i64], [0i64, 0i64, 0i64]] }
