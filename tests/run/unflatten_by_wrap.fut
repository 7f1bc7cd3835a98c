-- Sizes are less than 2**48: it takes so many of them that the interpreter of kernels is too slow.

-- A sum that wraps around is not the number of elements.
entry wraps [m] (vals: [m]i64): []i64 =
  map (\xs -> i64.sum xs) (unflatten_by (map (\i -> if i == 0 then 65536 + m else 281474976710655) (iota 65537)) vals)

-- ==
-- entry: wraps
-- tags { no_kernel }
-- input { [1i64, 2i64, 3i64] } error: 3 elements for rows whose sizes add up to 72057594037927936
