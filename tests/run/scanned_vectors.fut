-- Scans of vectors and small matrices: the rows of their results are written where the scan is known, behind it.

def mk (n: i64) = tabulate n (\i -> [i, i * 7 % 5, i - 3])

-- ==
-- entry: sums looked_up by_row pairs products
-- input { 0i64 } auto output
-- input { 1i64 } auto output
-- input { 70i64 } auto output
-- input { 3000i64 } auto output
entry sums (n: i64) = scan (map2 (+)) [0, 0, 0] (mk n)
entry looked_up (n: i64) = map (\r -> r[0] + r[i64.abs r[1] % 3]) (scan (map2 (+)) [0, 0, 0] (mk n))
entry by_row (n: i64) = map (\k -> scan (map2 i64.max) (replicate 4 0) (tabulate k (\i -> [i, k - i, i * k % 7, 3]))) (tabulate (i64.min n 80) (\i -> i * 13 % 30))
entry pairs (n: i64) = let s = scan (\(a, p) (b, q) -> (map2 (+) a b, p * q % 1000003)) ([0, 0], 1) (tabulate n (\i -> ([i, 1], i % 5 + 1))) in (map (.0) s, map (.1) s, if n > 0 then last (map (.0) s) else [1, 2])
entry products (n: i64) = scan (\a b -> map (\r -> map (\c -> i64.sum (map2 (*) r c) % 1009) (transpose b)) a) [[1,0],[0,1]] (tabulate n (\i -> [[i % 3, 1], [1, i % 2]]))

-- Rows of what was read, not computed: an array of structures made of arrays.
-- ==
-- entry: interleaved
-- input { [1i64, 2i64, 3i64] [4i64, 5i64, 6i64] } auto output
-- input { empty([0]i64) empty([0]i64) } auto output
entry interleaved [n] (xs: [n]i64) (ys: [n]i64): [n][4]i64 = map2 (\x y -> [x, y, x, 7]) xs ys

-- A failure behind the scan names its element.
-- ==
-- entry: failing
-- input { [[1i64, 2i64], [3i64, -1i64]] } auto output
-- input { [[1i64, 2i64], [3i64, -2i64]] } error: division by zero \(row 1\)
entry failing [n] (xs: [n][2]i64) = map (\r -> [r[0] / r[1], r[1]]) (scan (map2 (+)) [0, 0] xs)
