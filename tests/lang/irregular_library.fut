-- A library of functions over any elements, used with rows.
import "lib/arrays"
-- ==
-- entry: enumerated_and_chunked
-- input { [[1i64],[],[2i64,3i64],[2i64,3i64],[4i64]] } output { [0i64,1i64,2i64,3i64,4i64] [[[1i64],[]],[[2i64,3i64],[2i64,3i64]],[[4i64]]] [1i64,1i64,2i64,3i64,2i64] }
entry enumerated_and_chunked (xss: [][?]i64) = (map (.0) (enumerate xss), chunks 2 xss, map (\(i, x) -> length x + i64.bool (i % 2 == 1) * (if i == 1 then 1 else 1) + (if i == 4 then 1 else 0)) (enumerate xss))
-- ==
-- entry: windowed_and_found
-- input { [[1i64],[],[2i64,3i64]] } output { [[[1i64],[]],[[],[2i64,3i64]]] [2i64,3i64] [9i64] 2i64 [[2i64,3i64],[1i64]] }
entry windowed_and_found (xss: [][?]i64) = (windows 2 xss, find (\x -> length x > 1) [9] xss, find (\x -> length x > 5) [9] xss, argmax length xss, gather xss [2,0])
-- ==
-- entry: split_and_interspersed
-- input { [[1i64],[],[2i64,3i64]] } output { [[[1i64]],[[2i64,3i64]]] [[[1i64]],[[]],[[2i64,3i64]]] [[1i64],[0i64],[],[0i64],[2i64,3i64]] [[],[1i64],[2i64,3i64]] }
entry split_and_interspersed (xss: [][?]i64) = (split_on null xss, runs (==) xss, intersperse [0] xss, swap_pairs xss)
-- ==
-- entry: sorted_scanned_unique
-- input { [[1i64],[],[2i64,3i64],[7i64]] } output { [[],[1i64],[7i64],[2i64,3i64]] [1i64,1i64,3i64,4i64] [[1i64],[],[2i64,3i64],[7i64]] }
entry sorted_scanned_unique (xss: [][?]i64) = (isort (\a b -> length a <= length b) xss, scanl (\a x -> a + length x) 0 xss, unique (==) (xss ++ xss))
-- ==
-- entry: zipped_longest_and_merged
-- input { [[1i64],[],[2i64,3i64]] } output { [[1i64],[],[2i64,3i64]] [[5i64],[0i64],[0i64]] [[1i64],[],[5i64],[2i64,3i64]] }
entry zipped_longest_and_merged (xss: [][?]i64) = let (a, b) = unzip (zip_longest [0] xss [[5]]) in (a, b, merge_by (\a b -> length a <= length b) xss [[5]])
-- ==
-- entry: cartesian_product
-- input { [[1i64],[2i64,3i64]] } output { [[[1i64],[1i64]],[[2i64,3i64],[2i64,3i64]]] [[0i64,1i64],[0i64,1i64]] }
entry cartesian_product (xss: [][?]i64) = let c = cartesian xss [0i64,1] in (map (map (.0)) c, map (map (.1)) c)
-- ==
-- entry: rearranged_within_rows
-- input { [[3i64,1i64,2i64],[],[2i64,2i64]] } output { [[1i64,2i64,3i64],[],[2i64,2i64]] [[[3i64,1i64],[2i64]],[],[[2i64,2i64]]] [[3i64,1i64,2i64],[],[2i64]] [[[3i64],[1i64],[2i64]],[],[[2i64,2i64]]] }
entry rearranged_within_rows (xss: [][?]i64) = (map (isort (<=)) xss, map (chunks 2) xss, map (unique (==)) xss, map (runs (==)) xss)
-- ==
-- entry: scanned_within_rows
-- input { [[3i64,1i64,2i64],[],[2i64,2i64]] } output { [[3i64,4i64,6i64],[],[2i64,4i64]] [[3i64,9i64,1i64,9i64,2i64],[],[2i64,9i64,2i64]] [0i64,0i64,0i64] [[[3i64,1i64],[1i64,2i64]],[],[[2i64,2i64]]] }
entry scanned_within_rows (xss: [][?]i64) = (map (scanl (+) 0) xss, map (intersperse 9) xss, map (argmax id) xss, map (windows 2) xss)
