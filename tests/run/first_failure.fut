-- Of two places that fail the first is reported, in the order of the program, whatever is joined with what.

entry behind_a_check (ys: []i64) (is: []i64) (k: i64): i64 =
  let as = map (\i -> ys[i]) is
  let n = assert (k > 0) k
  in i64.sum (map (* n) as)
-- ==
-- entry: behind_a_check
-- input { [5i64, 6i64] [1i64, 0i64] 2i64 }
-- output { 22i64 }
-- input { [5i64, 6i64] [1i64, 2i64] 0i64 }
-- error: first_failure.fut:4:23: Index \[2\]
-- input { [5i64, 6i64] [1i64, 0i64] 0i64 }
-- error: first_failure.fut:5:11: Assertion

entry behind_a_zip (ys: []i64) (is: []i64) (zs: []i64): i64 =
  let as = map (\i -> ys[i]) is
  in i64.sum [z * a | (z <- zs | a <- as)]
-- ==
-- entry: behind_a_zip
-- input { [5i64, 6i64] [1i64, 0i64] [1i64, 10i64] }
-- output { 56i64 }
-- input { [5i64, 6i64] [1i64, 2i64] [1i64] }
-- error: first_failure.fut:17:23: Index \[2\]
-- input { [5i64, 6i64] [1i64, 0i64] [1i64] }
-- error: first_failure.fut:18:\d+: one side of a zip

entry updates_behind (ys: []i64) (is: []i64) (k: i64): []i64 =
  let as = map (\i -> ys[i]) is
  let n = assert (k > 0) k
  in reduce_by_index (replicate n 0) (+) 0 as (map (const 1) as)
-- ==
-- entry: updates_behind
-- input { [0i64, 1i64] [1i64, 0i64, 1i64] 2i64 }
-- output { [1i64, 2i64] }
-- input { [0i64, 1i64] [1i64, 7i64, 1i64] 0i64 }
-- error: first_failure.fut:29:23: Index \[7\]

entry one_after_the_other (ys: []i64) (is: []i64) (js: []i64): i64 =
  let as = map (\i -> ys[i]) is
  let bs = map (\j -> ys[j]) js
  in i64.sum (map (* 2) as) + i64.sum bs
-- ==
-- entry: one_after_the_other
-- input { [0i64, 1i64] [1i64, 0i64] [1i64] }
-- output { 3i64 }
-- input { [0i64, 1i64] [1i64, 9i64] [8i64] }
-- error: first_failure.fut:40:23: Index \[9\]

-- What is checked on behalf of all rows is read behind it, also at other rows than the one that is checked.
entry all_rows [n] (xss: [n][?]i64) (m: i64): ([n]i64, [n]i64) =
  let yss = xss :> [n][m]i64
  let as = map (* 2) (iota n)
  in (as, map (\i -> yss[n - 1 - i, m - 1]) (iota n))
-- ==
-- entry: all_rows
-- input { [[1i64, 2i64], [3i64, 4i64]] 2i64 }
-- output { [0i64, 2i64] [4i64, 2i64] }
-- input { [[1i64, 2i64], [3i64]] 1000000000000i64 }
-- error: first_failure.fut:52:13: Value of size [12]

-- Where no row takes the side that checks, nothing says that there are as many rows.
entry nowhere (m: i64) (xss: [][?]i64) (ys: []i64): [][?]i64 =
  map (\y -> if y > 0 then flatten (map (map (+ y)) (xss :> [m][?]i64)) else [y]) ys
-- ==
-- entry: nowhere
-- input { 1000i64 [[1i64], [2i64, 3i64]] [0i64, -1i64] }
-- output { [[0i64], [-1i64]] }
-- input { -5i64 [[1i64], [2i64, 3i64]] [0i64, -1i64] }
-- output { [[0i64], [-1i64]] }
-- input { 2i64 [[1i64], [2i64, 3i64]] [0i64, 5i64] }
-- output { [[0i64], [6i64, 7i64, 8i64]] }
-- input { 3i64 [[1i64], [2i64, 3i64]] [0i64, 5i64] }
-- error: has size 3 here \(row 1\)
