-- Branches and loops leave the sizes of parameters to the caller, as in Futhark: what differs becomes some size.

-- ==
-- entry: unless_empty
-- input { [1i64, 2i64] } output { [2i64, 3i64] }
-- input { empty([0]i64) } output { empty([0]i64) }
entry unless_empty (xs: []i64) = if null xs then [] else map (+ 1) xs

-- ==
-- entry: one_of
-- input { true [1i64, 2i64] [3i64] } output { [1i64, 2i64] }
-- input { false [1i64, 2i64] [3i64] } output { [3i64] }
entry one_of (b: bool) (xs: []i64) (ys: []i64) = if b then xs else ys

-- ==
-- entry: by_case
-- input { 0i32 [1i64, 2i64] } output { empty([0]i64) }
-- input { 1i32 [1i64, 2i64] } output { [7i64] }
-- input { 2i32 [1i64, 2i64] } output { [1i64, 2i64] }
entry by_case (k: i32) (xs: []i64) = match k case 0 -> [] case 1 -> [7] case _ -> xs

-- ==
-- entry: rows
-- input { [[1i64], [2i64, 3i64]] } output { [[1i64], [2i64, 3i64]] [[1i64], [2i64, 3i64]] }
-- input { empty([0][?]i64) } output { [empty([0]i64)] empty([0][?]i64) }
entry rows (xss: [][?]i64) = (if null xss then [[]] else xss, if null xss then [] else xss)

-- ==
-- entry: matrix
-- input { [[1i64, 2i64]] } output { [[1i64, 2i64]] }
-- input { empty([0][3]i64) } output { [[1i64], [2i64]] }
entry matrix (xss: [][]i64) = if null xss then [[1], [2]] else xss

-- ==
-- entry: in_loops
-- input { 0i64 [1i64, 2i64] [3i64] } output { [1i64, 2i64] [1i64, 2i64] [3i64] }
-- input { 1i64 [1i64, 2i64] [3i64] } output { [9i64] [3i64] [1i64, 2i64] }
entry in_loops (k: i64) (xs: []i64) (ys: []i64) =
  let zs = loop zs = xs for _i < k do [9]
  let (as, bs) = loop (as, bs) = (xs, ys) for _i < k do (bs, as)
  in (zs, as, bs)

-- A size that stays is known to stay.
-- ==
-- entry: kept
-- input { 2i64 [1i64, 2i64] } output { [4i64, 5i64] }
entry kept [n] (k: i64) (xs: [n]i64): [n]i64 =
  loop ys = xs for i < k do if i == 0 then map (+ 1) ys else map (+ 2) ys

-- What nothing tells, as the rows of an empty array, has the size of any other branch.
-- ==
-- entry: or_nothing
-- input { 0i64 [[1i64, 2i64]] [[3i64]] } output { [[1i64, 2i64]] }
-- input { 1i64 [[1i64, 2i64]] [[3i64]] } output { [[3i64]] }
-- input { 2i64 [[1i64, 2i64]] [[3i64]] } output { empty([0][2]i64) }
entry or_nothing (k: i64) (a: [][]i64) (b: [][]i64) = match k case 0 -> a case 1 -> b case _ -> []
