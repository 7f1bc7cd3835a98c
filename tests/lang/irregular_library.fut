-- A library of functions over any elements, used with rows.
import "lib/arrays"
-- ==
-- entry: e1
-- input { [[1i64],[],[2i64,3i64],[2i64,3i64],[4i64]] } output { [0i64,1i64,2i64,3i64,4i64] [[[1i64],[]],[[2i64,3i64],[2i64,3i64]],[[4i64]]] [1i64,1i64,2i64,3i64,2i64] }
entry e1 (xss: [][?]i64) = (map (.0) (enumerate xss), chunks 2 xss, map (\(i, x) -> length x + i64.bool (i % 2 == 1) * (if i == 1 then 1 else 1) + (if i == 4 then 1 else 0)) (enumerate xss))
-- ==
-- entry: e2
-- input { [[1i64],[],[2i64,3i64]] } output { [[[1i64],[]],[[],[2i64,3i64]]] [2i64,3i64] [9i64] 2i64 [[2i64,3i64],[1i64]] }
entry e2 (xss: [][?]i64) = (windows 2 xss, find (\x -> length x > 1) [9] xss, find (\x -> length x > 5) [9] xss, argmax length xss, gather xss [2,0])
-- ==
-- entry: e3
-- input { [[1i64],[],[2i64,3i64]] } output { [[[1i64]],[[2i64,3i64]]] [[[1i64]],[[]],[[2i64,3i64]]] [[1i64],[0i64],[],[0i64],[2i64,3i64]] [[],[1i64],[2i64,3i64]] }
entry e3 (xss: [][?]i64) = (split_on null xss, runs (==) xss, intersperse [0] xss, swap_pairs xss)
-- ==
-- entry: e4
-- input { [[1i64],[],[2i64,3i64],[7i64]] } output { [[],[1i64],[7i64],[2i64,3i64]] [1i64,1i64,3i64,4i64] [[1i64],[],[2i64,3i64],[7i64]] }
entry e4 (xss: [][?]i64) = (isort (\a b -> length a <= length b) xss, scanl (\a x -> a + length x) 0 xss, unique (==) (xss ++ xss))
-- ==
-- entry: e5
-- input { [[1i64],[],[2i64,3i64]] } output { [[1i64],[],[2i64,3i64]] [[5i64],[0i64],[0i64]] [[1i64],[],[5i64],[2i64,3i64]] }
entry e5 (xss: [][?]i64) = let (a, b) = unzip (zip_longest [0] xss [[5]]) in (a, b, merge_by (\a b -> length a <= length b) xss [[5]])
-- ==
-- entry: e6
-- input { [[1i64],[2i64,3i64]] } output { [[[1i64],[1i64]],[[2i64,3i64],[2i64,3i64]]] [[0i64,1i64],[0i64,1i64]] }
entry e6 (xss: [][?]i64) = let c = cartesian xss [0i64,1] in (map (map (.0)) c, map (map (.1)) c)
-- ==
-- entry: e7
-- input { [[3i64,1i64,2i64],[],[2i64,2i64]] } output { [[1i64,2i64,3i64],[],[2i64,2i64]] [[[3i64,1i64],[2i64]],[],[[2i64,2i64]]] [[3i64,1i64,2i64],[],[2i64]] [[[3i64],[1i64],[2i64]],[],[[2i64,2i64]]] }
entry e7 (xss: [][?]i64) = (map (isort (<=)) xss, map (chunks 2) xss, map (unique (==)) xss, map (runs (==)) xss)
-- ==
-- entry: e8
-- input { [[3i64,1i64,2i64],[],[2i64,2i64]] } output { [[3i64,4i64,6i64],[],[2i64,4i64]] [[3i64,9i64,1i64,9i64,2i64],[],[2i64,9i64,2i64]] [0i64,0i64,0i64] [[[3i64,1i64],[1i64,2i64]],[],[[2i64,2i64]]] }
entry e8 (xss: [][?]i64) = (map (scanl (+) 0) xss, map (intersperse 9) xss, map (argmax id) xss, map (windows 2) xss)
