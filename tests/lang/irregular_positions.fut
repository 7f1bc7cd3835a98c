-- Slices, updates and comparisons at depth; loops whose arrays change their shapes.

-- ==
-- entry: slices_of_rows
-- input { [[1i64,2i64,3i64],[4i64,5i64]] } output { [[1i64,3i64],[4i64]] [[3i64,2i64,1i64],[5i64,4i64]] [[2i64,3i64],[5i64]] [[1i64,2i64],[4i64]] [[3i64,1i64],[5i64]] }
entry slices_of_rows (xss: [][?]i64) = (xss[:, ::2], xss[:, ::-1], xss[:,1:], map (\x -> x[:length x - 1]) xss, xss[:, ::-2])
-- ==
-- entry: slices_at_depth
-- input { [[[1i64,2i64],[3i64]],[[4i64,5i64,6i64]],[[7i64]]] } output { [[1i64,3i64],[4i64],[7i64]] [[1i64,2i64],[4i64,5i64,6i64],[7i64]] [[[7i64]],[[4i64,5i64,6i64]],[[1i64,2i64],[3i64]]] [[[2i64],[]],[[5i64,6i64]],[[]]] [1i64,4i64,7i64] }
entry slices_at_depth (x: [][?][?]i64) = (x[:,:,0], x[:,0], x[::-1], x[:,:,1:], x[:,0,0])
-- ==
-- entry: indexed_then_sliced
-- input { [[[1i64,2i64],[3i64]],[[4i64,5i64,6i64]],[[7i64]]] } output { [3i64] [5i64,6i64] 6i64 [[1i64,2i64]] [[2i64],[]] }
entry indexed_then_sliced (x: [][?][?]i64) = (x[0,1], x[1,0,1:], x[1,0,2], x[0,:1], x[0,:,1:])
-- with at depth
-- ==
-- entry: updates_at_depth
-- input { [[[1i64,2i64],[3i64]],[[4i64,5i64,6i64]],[[7i64]]] } output { [[[1i64,2i64],[3i64]],[[4i64,99i64,6i64]],[[7i64]]] [[[1i64,2i64],[9i64]],[[4i64,5i64,6i64]],[[7i64]]] [[[1i64,2i64],[3i64]],[[4i64,5i64,6i64]],[[8i64]]] }
entry updates_at_depth (x: [][?][?]i64) =
  let a = copy x with [1,0,1] = 99
  let b = copy x with [0,1] = [9]
  let c = copy x with [2] = [[8]]
  in (a, b, c)
-- ==
-- entry: updates_by_let
-- input { [[1i64,2i64,3i64],[4i64,5i64]] } output { [[1i64,2i64,3i64],[7i64,8i64]] [[7i64,8i64,3i64],[4i64,5i64]] [[4i64,5i64],[1i64,2i64,3i64]] }
entry updates_by_let (xss: [][?]i64) =
  let a = copy xss
  let a[1] = [7,8]
  let b = copy xss
  let b[0,0:2] = [7,8]
  let c = scatter (copy xss) [1,0] xss
  in (a,b,c)
-- ==
-- entry: arrays_compared
-- input { [[1i64,2i64,3i64],[4i64,5i64]] [[1i64,2i64,3i64],[4i64,5i64]] } output { true false true }
-- input { [[1i64,2i64,3i64],[4i64,5i64]] [[1i64,2i64],[3i64,4i64,5i64]] } output { false true false }
-- input { empty([0][?]i64) empty([0][?]i64) } output { true false true }
entry arrays_compared (xss: [][?]i64) (yss: [][?]i64) = (xss == yss, xss != yss, (xss, 1i64) == (yss, 1))
-- ==
-- entry: rows_compared
-- input { [[1i64,2i64,3i64],[1i64,2i64]] } output { [false,true,false] [true,false] }
entry rows_compared (xss: [][?]i64) = (map (\x -> x == [[1,2],[1,2,3,4],[]][0]) (xss ++ [[9]]), map (== [1,2,3]) xss)
type~ s = #a ([]i64) | #b | #c ([][?]i64)
-- ==
-- entry: sums_compared
-- input { 1i64 2i64 } output { false true true false true }
entry sums_compared (i: i64) (j: i64) =
  let mk k : s = if k == 0 then #b else if k > 0 then #a (iota k) else #c (map iota (iota (-k)))
  in (mk i == mk j, mk i == mk (j-1), mk 0 == mk (i-1), mk 0 == mk i, mk (-i-j) == mk (-i-j))
-- loops
-- ==
-- entry: annotated_from_nothing
-- input { 4i64 } output { [[],[0i64],[0i64,1i64],[0i64,1i64,2i64]] }
entry annotated_from_nothing (k: i64): [][?]i64 = loop (acc: [][?]i64) = [] for i < k do acc ++ [iota i]
-- ==
-- entry: from_empty_row
-- input { 4i64 } output { [[],[0i64],[0i64,1i64],[0i64,1i64,2i64]] }
entry from_empty_row (k: i64) = loop acc = [[]] for i < k - 1 do acc ++ [iota (i+1)]
-- ==
-- entry: collected_rows
-- input { [[5i64,3i64],[1i64],[4i64,4i64,4i64]] } output { [[5i64,3i64],[1i64],[4i64,4i64,4i64]] }
entry collected_rows (xss: [][?]i64) = loop acc = [] for xs in xss do acc ++ [xs]
-- ==
-- entry: joined_rows
-- input { [[5i64,3i64],[1i64],[4i64,4i64,4i64]] } output { [5i64,3i64,1i64,4i64,4i64,4i64] }
entry joined_rows (xss: [][?]i64) = loop acc = [] for xs in xss do acc ++ xs
-- ==
-- entry: shrinking
-- input { [[5i64,3i64],[1i64],[4i64,4i64,4i64]] } output { [[4i64]] 3i64 }
entry shrinking (xss: [][?]i64) = loop (yss, k) = (xss, 0) while any (\y -> length y > 0) yss && k < 3i64 do
  if k < 2 then (map (\y -> drop (i64.min 1 (length y)) y) yss |> filter (\y -> length y > 0), k + 1) else (yss, k + 1)
-- ==
-- entry: growing_matrices
-- input { 3i64 } output { [[[0i64]],[[0i64],[0i64]],[[0i64],[0i64],[0i64]]] }
entry growing_matrices (n: i64) : [][?][?]i64 = loop a = [] for i < n do a ++ [replicate (i+1) [0i64]]
-- ==
-- entry: loop_in_map
-- input { [3i64,1i64] } output { [[[0i64],[0i64,1i64],[0i64,1i64,2i64]],[[0i64]]] }
entry loop_in_map [n] (ks: [n]i64) : [n][?][?]i64 = map (\k -> loop a = [] for i < k do a ++ [iota (i+1)]) ks
