-- Write-only accumulators under the compiler's own names, and flat views of arrays.

-- ==
-- entry: scattered
-- input { [0i64, 0i64, 0i64, 0i64] [3i64, 1i64, 9i64] } output { [0i64, 1i64, 0i64, 3i64] }
-- input { [5i64] empty([0]i64) } output { [5i64] }

-- ==
-- entry: counted
-- input { 3i64 [0i64, 2i64, 2i64, 5i64, 2i64] } output { [1i64, 0i64, 3i64] }

-- ==
-- entry: twice
-- input { 4i64 [0i64, 1i64, 2i64] } output { [1i64, 3i64, 2i64, 1i64] }

-- ==
-- entry: looped
-- input { 5i64 [1i64, 3i64] } output { [2i64, 1i64, 1i64, 0i64, 0i64] }

-- ==
-- entry: chosen
-- input { 3i64 [0i64, 1i64, 2i64, 0i64] } output { [20i64, 0i64, 10i64] }

-- ==
-- entry: rows
-- input { [[0i64, 0i64], [1i64, 1i64], [2i64, 2i64]] [2i64, 0i64] } output { [[5i64, 6i64], [1i64, 1i64], [5i64, 6i64]] }

-- ==
-- entry: row_sums
-- input { [[0i64, 0i64], [1i64, 1i64]] [1i64, 1i64, 0i64] } output { [[5i64, 6i64], [11i64, 13i64]] }

-- ==
-- entry: pairs
-- input { [0i64, 1i64, 0i64] [2i64, 7i64, 5i64] } output { [5i64, 7i64] [7i64, 7i64] }

-- ==
-- entry: nested
-- input { 2i64 } output { [[0i64, 0i64, 0i64], [1i64, 1i64, 0i64]] }

-- ==
-- entry: window
-- input { [0i64, 1i64, 2i64, 3i64, 4i64] } output { [[1i64, 2i64], [2i64, 3i64], [3i64, 4i64]] }

-- ==
-- entry: diagonal
-- input { [0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64] } output { [[0i64], [4i64], [8i64]] }

-- ==
-- entry: cubes
-- input { [0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64] } output { [[[0i64, 4i64], [2i64, 6i64]], [[1i64, 5i64], [3i64, 7i64]]] }

-- ==
-- entry: written
-- input { [0i64, 0i64, 0i64, 0i64, 0i64, 0i64] [[1i64, 2i64], [3i64, 4i64]] } output { [0i64, 1i64, 2i64, 0i64, 3i64, 4i64] }
-- input { [0i64, 0i64, 0i64, 0i64, 0i64] [[1i64, 2i64], [3i64, 4i64]] } error: Index \[5\] out of bounds for array of shape \[5\]

-- ==
-- entry: outside
-- input { [1i64, 2i64] 2i64 } error: Index \[2\] out of bounds for array of shape \[2\]

type~ acc 't = intrinsics.acc t
def write [k] 'a (a: *acc ([k]a)) (i: i64) (x: a): *acc ([k]a) = intrinsics.acc_write a i x

entry scattered [k] (xs: *[k]i64) (is: []i64) =
  intrinsics.scatter_stream xs (\(a: *acc ([k]i64)) i -> write a i i) is
entry counted (k: i64) (is: []i64) =
  intrinsics.hist_stream (replicate k 0) (+) 0 (\(a: *acc ([k]i64)) i -> write a i 1i64) is
entry twice (k: i64) (is: []i64) =
  let both (a: *acc ([k]i64)) (i: i64) = write (write a i 1) (i + 1) (if i == 0 then 2 else 1)
  in intrinsics.hist_stream (replicate k 0) (+) 0 both is
entry looped (k: i64) (is: []i64) =
  let all (a: *acc ([k]i64)) (i: i64) = loop a for j < i do write a j 1
  in intrinsics.hist_stream (replicate k 0) (+) 0 all is
entry chosen (k: i64) (is: []i64) =
  let some (a: *acc ([k]i64)) (i: i64) = if i == 1 then a else write a i 10
  in intrinsics.hist_stream (replicate k 0) (+) 0 some is
entry rows [k] (xss: *[k][2]i64) (is: []i64) =
  intrinsics.scatter_stream xss (\(a: *acc ([k][2]i64)) i -> write a i [5, 6]) is
entry row_sums [k] (xss: *[k][2]i64) (is: []i64) =
  intrinsics.hist_stream xss (map2 (+)) [0, 0] (\(a: *acc ([k][2]i64)) i -> write a i [5, 6]) is
entry pairs [n] (is: [n]i64) (xs: [n]i64) =
  let op (a, b) (c, d) = (i64.max a c, b + d)
  let put (acc: *acc ([2](i64, i64))) (i: i64, x: i64) = write acc i (x, x)
  in unzip (intrinsics.hist_stream (replicate 2 (i64.lowest, 0)) op (i64.lowest, 0) put (zip is xs))
entry nested (n: i64) =
  map (\i -> intrinsics.scatter_stream (replicate 3 0) (\(a: *acc ([3]i64)) j -> write a j i) (iota 2)) (iota n)
entry window (xs: []i64) = intrinsics.flat_index_2d xs 1 3 1 2 1
entry diagonal (xs: []i64) = intrinsics.flat_index_2d xs 0 3 4 1 1
entry cubes (xs: []i64) = intrinsics.flat_index_3d xs 0 2 1 2 2 2 4
entry written [n] (xs: *[n]i64) (vs: [2][2]i64) = intrinsics.flat_update_2d xs 1 3 1 vs
entry outside (xs: []i64) (k: i64) = intrinsics.flat_index_2d xs 1 k 1 1 1
