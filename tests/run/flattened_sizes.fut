-- A nest that is flattened and split again gives its sizes other names, in another order. Found by random programs.

entry sorted [n0_0] (p0: [n0_0](i64, (?[r][c].[r][c]f64))) = map (\x6 -> ([1i32 | x7 <- (map (\x22 -> (filter (\x27 -> true) (if (x6.0 < 3i64) then ([([x22, [1f64]]), ([x22, x22])]) else [[[1f64]]]))) (replicate 2i64 [1f64])), let x43 = x7, order by (x6.0, 1i64) desc, order by ((stream_red i64.max (\x46 x44 -> let x44 = map (\x45 -> 1i64) x44 in (i64.max x46 (reduce i64.max i64.lowest x44), x44)) i64.lowest x7).0) desc])) p0

-- ==
-- entry: sorted
-- input { empty([0]i64) empty([0][?][?]f64) } auto output
-- input { [1i64, 7] [[[1f64, 2]], [[3], [4]]] } auto output
