-- A combining operator that computes with arrays of its own. Generated code does not have it yet.
-- ==
-- tags { interp_only }

-- ==
-- entry: combined
-- input { [1i64, 2i64, 3i64] } output { [2i64, 4i64] }
def add (a: i64) (b: i64): i64 =
  let pair = [a, b] with [0] = a + b
  in pair[0]
entry combined (xs: []i64): [2]i64 = reduce_by_index [0, 0] add 0 (map (% 2) xs) xs
