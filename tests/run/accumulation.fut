-- Scatters, histograms and permutations in rows, branches and loops.
-- ==
-- entry: branch_acc
-- input { [1i64, 2i64, 3i64, 4i64] }
-- output { [4i64, 6i64] }

-- ==
-- entry: loop_acc
-- input { [1i64, 2i64, 3i64] }
-- output { [0i64, 1i64, 2i64, 3i64] }

-- ==
-- entry: hist_in_branch
-- input { [1i64, 2i64, 3i64] }
-- output { [[1i64, 0i64, 0i64], [0i64, 2i64, 0i64], [1i64, 1i64, 1i64]] }

-- ==
-- entry: hist_loop
-- input { [1i64, 2i64, 3i64] }
-- output { [[1i64, 1i64, 1i64, 0i64], [2i64, 2i64, 2i64, 0i64], [3i64, 3i64, 3i64, 0i64]] }

-- ==
-- entry: ragged_dest
-- input { [[1i64, 2i64], [], [3i64]] }
-- output { [[0i64, 2i64], [], [0i64]] }

-- ==
-- entry: ragged_hist
-- input { [[1i64, 1i64, 0i64], [], [0i64]] }
-- output { [[1i64, 2i64, 0i64], [], [1i64]] }

-- ==
-- entry: permutes
-- input { [[1i64, 1i64, 0i64], [], [0i64]] }
-- output { [[0i64, 2i64, 1i64], [], [0i64]] }

-- ==
-- entry: exp_permute
-- input { [[1i64, 1i64, 0i64], [], [0i64]] }
-- output { [2i64, 2i64, 0i64] }

-- ==
-- entry: while_scatter
-- input { [[1i64, 1i64, 0i64], [], [0i64]] }
-- output { [[7i64, 7i64, 7i64], [], [7i64]] }

-- ==
-- entry: two_dests
-- input { [1i64, 1i64, 0i64] }
-- output { [5i64, 2i64, 5i64] [2i64, 0i64, 0i64] }

entry branch_acc [n] (xs: [n]i64): [2]i64 =
  reduce_by_index (replicate 2 0) (+) 0 (map (\x -> if x % 2 == 0 then 1 else 0) xs) xs
entry loop_acc [n] (xs: [n]i64): []i64 =
  loop d = replicate (n + 1) 0 for i < n do scatter d [i + 1] [xs[i]]
entry hist_in_branch [n] (xs: [n]i64): [n][3]i64 =
  map (\x -> if x == 3 then reduce_by_index (replicate 3 0) (+) 0 (iota 3) (replicate 3 1)
             else reduce_by_index (replicate 3 0) (+) 0 (replicate x (x - 1)) (replicate x 1)) xs
entry hist_loop [n] (xs: [n]i64): [n][]i64 =
  map (\x -> loop d = replicate (n + 1) 0 for _i < x do reduce_by_index d (+) 0 (iota n) (replicate n 1)) xs
entry ragged_dest [n] (xss: [n][?]i64): [n][?]i64 = map (\xs -> scatter (copy xs) [0] [0]) xss
entry ragged_hist [n] (xss: [n][?]i64): [n][?]i64 =
  map (\xs -> reduce_by_index (map (\_ -> 0) xs) (+) 0 xs (map (\_ -> 1) xs)) xss
entry permutes [n] (xss: [n][?]i64): [n][?]i64 =
  map (\xs -> permute (+) (map (\i -> i % 2) (indices xs)) (map (\i -> length xs - 1 - i) (indices xs)) xs) xss
entry exp_permute [n] (xss: [n][?]i64): [3]i64 =
  let flat = flatten xss
  in permute (+) (replicate 3 0) flat (map (\_ -> 1) flat)
entry while_scatter [n] (xss: [n][?]i64): [n][?]i64 =
  map (\xs -> (loop (ys, i) = (copy xs, 0) while i < length xs do (scatter ys [i] [7], i + 1)).0) xss
entry two_dests [n] (xs: [n]i64): ([n]i64, [n]i64) =
  let a = scatter (map (* 2) xs) [0, 2] [5, 5]
  let b = if xs[0] == 1 then scatter (replicate n 0) [0] [2] else a
  in (a, b)
