-- What is known of the elements of an array is lost if one branch writes something else into it; one side of a branch, and one
-- round of a loop, are not all.
-- after: simplify
-- count: 3 checks

def peek [n] [m] (xs: [n]i64) (at: [m]i64) (i: i64) : i64 = if i >= 0 && i < m then xs[at[i]] else 0

-- An element is the size.
entry as_large [n] [m] (xs: [n]i64) (i: i64) (_: [m]bool) : i64 =
  let at = replicate m 0i64
  let at = if i >= 0 && i < m then at with [i] = n else at
  in if n > 0 then peek xs at 0 else 0

-- One branch writes a negative number.
entry one_branch [n] (xs: [n]i64) (k: i64) : i64 =
  if n > 0
  then (loop (sum, at) = (0, replicate 8 0i64) for i < 8i64 do
          let sum = sum + peek xs at i
          let at = if k > 0 then at with [i] = 0 else at with [i] = -1
          in (sum, at)).0
  else 0

-- Every round writes more than the one before.
entry grows [n] (xs: [n]i64) : i64 =
  if n > 0
  then (loop (sum, at) = (0, replicate 8 0i64) for i < 8i64 do
          let x = at[i]
          in (sum + xs[x], at with [7 - i] = x + 1)).0
  else 0
