-- What stands behind a condition is computed only where it holds, also where it is the size of something.

def rep 'a (k: i64) (x: a): [k]a = map (const x) (iota k)
def split 'a [n] (cuts: []i64) (xs: [n]a): [][?]a =
  let k = length cuts
  in map (\j -> let lo = if j == 0 then 0 else cuts[j - 1] + 1
                let hi = if j == k then n else cuts[j]
                in xs[lo:hi])
         (iota (k + 1))

-- ==
-- entry: split_at_cuts
-- input { [1i64, 2i64, 3i64] } output { [[1i64], [3i64]] }
entry split_at_cuts (xs: []i64) = split (filter (== 1) xs) xs

-- ==
-- entry: slices
-- input { [1i64, 2i64, 3i64] } output { [empty([0]i64), [1i64], [1i64, 2i64]] }
entry slices (xs: []i64) = map (\j -> if j == 0 then [] else xs[0:xs[j - 1]]) (iota 3)

-- ==
-- entry: doubled
-- input { [1i64, 2i64, 3i64] } output { [empty([0]i64), [0i64, 1i64], [0i64, 1i64, 2i64, 3i64], [0i64, 1i64, 2i64, 3i64, 4i64, 5i64]] }
entry doubled (xs: []i64) = map (\j -> iota (if j == 0 then 0 else xs[j - 1] * 2)) (iota 4)

-- ==
-- entry: both_sides
-- input { [1i64, 2i64, 3i64] } output { [[0i64], [1i64], [2i64, 2i64, 2i64], [3i64, 3i64, 3i64, 3i64]] }
entry both_sides (xs: []i64) = map (\j -> replicate (if j > 0 && xs[j - 1] > 1 then xs[j - 1] + 1 else 1) j) (iota 4)

-- ==
-- entry: divided
-- input { [1i64, 2i64, 3i64] } output { [empty([0]i64), [6i64, 7i64, 8i64, 9i64, 10i64, 11i64], [3i64, 4i64, 5i64], [2i64, 3i64]] }
entry divided (xs: []i64) = map (\j -> let k = if j == 0 then 0 else 6 / j in map (+ k) (iota k)) (iota 4)

-- ==
-- entry: repeated
-- input { [1i64, 2i64, 3i64] } output { [empty([0]i64), [1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64], [2i64, 2i64, 2i64, 2i64, 2i64], [3i64, 3i64, 3i64, 3i64, 3i64]] }
entry repeated (xs: []i64) = map (\j -> rep (if j == 0 then 0 else 6 / j + xs[j - 1]) j) (iota 4)

-- ==
-- entry: in_branch
-- input { [1i64, 2i64, 3i64] } output { [empty([0]i64), [1i64, 1i64, 1i64, 1i64, 1i64, 1i64], [2i64, 2i64, 2i64], [3i64, 3i64]] }
entry in_branch (xs: []i64) = map (\j -> if j == 0 then [] else rep (6 / j) j) (iota 4)

-- ==
-- entry: in_function
-- input { [1i64, 2i64, 3i64] } output { [empty([0]i64), [1i64, 1i64, 1i64, 1i64, 1i64, 1i64], [2i64, 2i64, 2i64], [3i64, 3i64]] }
entry in_function (xs: []i64) = map (\j -> let f k = rep (6 / k) j in if j == 0 then [] else f j) (iota 4)

-- ==
-- entry: in_tuple
-- input { [1i64, 2i64, 3i64] } output { [empty([0]i64), [6i64], [3i64, 3i64], [2i64, 2i64, 2i64]] }
entry in_tuple (xs: []i64) = map (\j -> let (a, b) = if j == 0 then (0, 1) else (xs[j - 1], 6 / j) in rep a b) (iota 4)

-- ==
-- entry: joined
-- input { [1i64, 2i64, 3i64] } output { [[0i64, 0i64], [1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64], [2i64, 2i64, 2i64, 2i64, 2i64, 2i64, 2i64, 2i64, 2i64], [3i64, 3i64]] }
entry joined (xs: []i64) = map (\j -> (if j == 0 then [] else rep (6 / j) j) ++ (if j == 3 then [] else rep (6 / (3 - j)) j)) (iota 4)
