-- Sizes that are computed in a map and do not vary with its elements: the rows are regular.
-- ==
-- entry: one_more
-- input { [1i64, 2i64] }
-- output { [[1i64, 1i64, 1i64], [2i64, 2i64, 2i64]] }
-- input { empty([0]i64) }
-- output { empty([0][1]i64) }

-- ==
-- entry: named
-- input { [1i64, 2i64] }
-- output { [[0i64, 1i64, 2i64], [0i64, 1i64, 2i64]] }

-- ==
-- entry: two_deep
-- input { [1i64, 2i64] 3i64 }
-- output { [[[0i64, 1i64, 2i64], [0i64, 1i64, 2i64]], [[0i64, 1i64, 2i64], [0i64, 1i64, 2i64]]] }

-- ==
-- entry: in_loop
-- input { [1i64, 2i64] }
-- output { [[0i64, 0i64], [0i64, 0i64]] }

-- ==
-- entry: converted
-- input { [1i64, 2i64] 3i32 }
-- output { [[0i64, 1i64, 2i64], [0i64, 1i64, 2i64]] }

-- ==
-- entry: sliced
-- input { [1i64, 2i64] }
-- output { [[0i64, 1i64, 2i64], [0i64, 1i64, 2i64]] }

-- ==
-- entry: sliced_short
-- input { [1i64, 2i64] }
-- output { [[0i64, 1i64], [0i64, 1i64]] }

-- ==
-- entry: flattened
-- input { [1i64, 2i64] }
-- output { [[1i64, 1i64, 1i64, 1i64], [2i64, 2i64, 2i64, 2i64]] }

-- ==
-- entry: read
-- input { [1i64, 2i64] [3i64] }
-- output { [[0i64, 1i64, 2i64], [0i64, 1i64, 2i64]] }
-- input { empty([0]i64) empty([0]i64) }
-- output { empty([0][0]i64) }
-- input { [1i64] empty([0]i64) }
-- error: out of bounds

-- ==
-- entry: chosen
-- input { [1i64, 2i64] 2i64 }
-- output { [[0i64], [0i64]] }
-- input { [1i64, 2i64] 0i64 }
-- error: zero
-- input { empty([0]i64) 0i64 }
-- output { empty([0][0]i64) }

-- ==
-- entry: summed
-- input { [1i64, 2i64] [1i64, 1i64] }
-- output { [[0i64, 1i64], [0i64, 1i64]] }

-- ==
-- entry: joined
-- input { [1i64, 2i64] }
-- output { [[1i64, 1i64, 1i64], [2i64, 2i64, 2i64]] }

-- ==
-- entry: joined_declared
-- input { [1i64, 2i64] }
-- output { [[1i64, 1i64, 1i64], [2i64, 2i64, 2i64]] }

-- ==
-- entry: both_branches
-- input { [1i64, 2i64] }
-- output { [[0i64, 1i64, 2i64], [2i64, 2i64, 2i64]] }

-- ==
-- entry: of_a_function
-- input { [1i64, 2i64] }
-- output { [[1i64, 1i64, 1i64, 1i64], [2i64, 2i64, 2i64, 2i64]] }

entry one_more [n] (xs: [n]i64): [n][n+1]i64 = map (\x -> replicate (n + 1) x) xs
entry named [n] (xs: [n]i64): [n][]i64 = map (\x -> let m = n + 1 in iota m) xs
entry two_deep [n] (xs: [n]i64) (k: i64): [n][][]i64 = map (\x -> let m = n * 1 in map (\_ -> iota (m + k - n)) (iota m)) xs
entry in_loop [n] (xs: [n]i64): [n][]i64 = transpose (map (\x -> loop d = replicate (n * 1) 0 for i < n do d) xs)
entry converted [n] (xs: [n]i64) (k: i32): [n][]i64 = map (\x -> iota (i64.i32 k)) xs
entry sliced [n] (xs: [n]i64): [n][]i64 = map (\x -> (iota (n + 1))[0:n+1]) xs
entry sliced_short [n] (xs: [n]i64): [n][]i64 = map (\x -> let ys = iota (n + 1) in ys[:n]) xs
entry flattened [n] (xs: [n]i64): [n][]i64 = map (\x -> flatten (replicate n (replicate 2 x))) xs
entry read [n] (xs: [n]i64) (ns: []i64): [n][]i64 = map (\x -> iota ns[0]) xs
entry chosen [n] (xs: [n]i64) (k: i64): [n][]i64 = map (\x -> iota (if k > 3 then k else n / k)) xs
entry summed [n] (xs: [n]i64) (ns: []i64): [n][]i64 = map (\x -> iota (i64.sum ns)) xs
entry joined [n] (xs: [n]i64): [n][]i64 = map (\x -> replicate n x ++ [x]) xs
entry joined_declared [n] (xs: [n]i64): [n][n+1]i64 = map (\x -> replicate n x ++ [x]) xs
entry both_branches [n] (xs: [n]i64): [n][n+1]i64 = map (\x -> if x > 1 then replicate (n+1) x else iota (n + 1)) xs
def pad [n] (xs: [n]i64): [n*2]i64 = xs ++ xs :> [n*2]i64
entry of_a_function [n] (xs: [n]i64): [n][n*2]i64 = map (\x -> pad (replicate n x)) xs

-- ==
-- entry: no_rows_inside
-- input { [1i64, 2i64] 7i64 }
-- output { [empty([0][3]i64), empty([0][3]i64)] }
-- input { [1i64, 2i64] 5i64 }
-- output { [[[1i64, 1i64, 1i64], [1i64, 1i64, 1i64]], [[2i64, 2i64, 2i64], [2i64, 2i64, 2i64]]] }
-- input { [1i64, 2i64] 0i64 }
-- error: zero

-- The inner size does not depend on whether there are rows.
entry no_rows_inside [n] (xs: [n]i64) (k: i64): [n][][]i64 =
  map (\x -> let a = 7 % k let b = 3 % k in tabulate_2d a b (\_ _ -> x)) xs

-- ==
-- entry: in_branch
-- input { true 1i64 [1i64, 2i64, 3i64] }
-- output { [[0i64, 1i64, 0i64, 1i64], [1i64, 2i64, 1i64, 2i64], [2i64, 3i64, 2i64, 3i64]] }
-- input { false 1i64 [1i64, 2i64, 3i64] }
-- output { [[1i64, 2i64, 3i64], [1i64], [3i64, 2i64, 1i64]] }

-- How long the slice is can only be computed inside of the branch; what is computed from it stays there too.
entry in_branch [n] (c: bool) (k: i64) (xs: [n]i64): [][?]i64 =
  if c then map (\x -> let ys = map (\i -> x - i) (reverse (iota (length xs[k % (n + 1):]))) in ys ++ ys) xs else [xs, [1], reverse xs]
