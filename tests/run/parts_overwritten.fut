-- The first elements of every row of an array that nobody needs afterwards are an array of their own when they are overwritten: its rows
-- lie elsewhere.

entry columns (n: i64) (k: i64) (at: i64): [][]i64 =
  let xss = map (\i -> map (\j -> (i + 1) * 10 + j * j) (iota 4)) (iota n)
  let part = copy xss[:, :k]
  in part with [at] = replicate k 7
-- ==
-- entry: columns
-- input { 3i64 2i64 1i64 }
-- output { [[10i64, 11i64], [7i64, 7i64], [30i64, 31i64]] }
-- input { 2i64 3i64 0i64 }
-- output { [[7i64, 7i64, 7i64], [20i64, 21i64, 24i64]] }

entry first (n: i64) (k: i64) (is: []i64): []i64 =
  let xs = map (\i -> i * i + 1) (iota n)
  in scatter (copy xs[:k]) is (map (const 0) is)
-- ==
-- entry: first
-- input { 5i64 3i64 [1i64, 4i64] }
-- output { [1i64, 0i64, 5i64] }
