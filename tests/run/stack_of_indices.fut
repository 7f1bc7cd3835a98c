-- Indices that are kept in an array which a loop writes: in bounds where they always are, and checked where one branch or one round
-- puts others there.

-- Sums by halves, with a stack of parts.
-- ==
-- entry: halves
-- input { [1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64] } output { 28i64 }
-- input { [5i64] } output { 5i64 }
-- input { empty([0]i64) } output { 0i64 }
entry halves [n] (xs: [n]i64) : i64 =
  let los = replicate 64 0i64
  let his = replicate 64 0i64 with [0] = n
  in (loop (sum, los, his, top) = (0, los, his, 1i64) while top > 0 do
        let (lo, hi) = (los[top - 1], his[top - 1])
        in
          if hi - lo < 2
          then (if lo < hi then sum + xs[lo] else sum, los, his, top - 1)
          else let mid = lo + (hi - lo) / 2
               let los = los with [top - 1] = mid with [top] = lo
               let his = his with [top] = mid
               in (sum, los, his, top + 1)).0

-- ==
-- entry: one_branch
-- input { [3i64, 4i64] 1i64 } output { 24i64 }
-- input { [3i64, 4i64] 0i64 } error: Index \[-1\] out of bounds
entry one_branch [n] (xs: [n]i64) (k: i64) : i64 =
  if n > 0
  then (loop (sum, at) = (0, replicate 8 0i64) for i < 8i64 do
          let sum = sum + xs[at[(i * 3) % 8]]
          let at = if k > 0 then at with [i] = 0 else at with [i] = -1
          in (sum, at)).0
  else 0

-- ==
-- entry: grows
-- input { [3i64, 4i64, 5i64] } output { 28i64 }
-- input { [3i64] } error: Index \[1\] out of bounds
entry grows [n] (xs: [n]i64) : i64 =
  if n > 0
  then (loop (sum, at) = (0, replicate 8 0i64) for i < 8i64 do
          let x = at[i]
          in (sum + xs[x], at with [7 - i] = x + 1)).0
  else 0

-- The size itself is no index.
-- ==
-- entry: as_large
-- input { [3i64, 4i64] 1i64 } output { 3i64 }
-- input { [3i64, 4i64] 0i64 } error: Index \[2\] out of bounds
entry as_large [n] (xs: [n]i64) (i: i64) : i64 =
  if n > 0
  then let at = replicate 2 0i64 with [i] = n
       in xs[at[0]]
  else 0
