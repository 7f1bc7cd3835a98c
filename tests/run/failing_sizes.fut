-- Sizes that the host computes itself are wrong where the kernel fails that checks them: negative, or more than any memory.
-- Zero, as the optimiser finds out.
def zero (xs: []i64): i64 = stream_fold (+) (\a ys -> a + i64.sum (map (\_ -> 0) ys)) 0 xs % 6
entry backwards (xs: []i64): [][?]i64 = map (\_ -> [1i64][1:zero [1]]) xs
entry endless (xs: []i64): [][?]i64 = map (\_ -> (iota 3)[0:(1 << 60) + zero [1]]) xs
entry both (xs: []i64): i64 = i64.sum (flatten (map (\_ -> [1i64][1:zero [1]]) xs)) + i64.sum (map (\ys -> i64.sum ys) (backwards xs))
-- ==
-- entry: backwards both
-- input { empty([0]i64) } auto output
-- input { [3i64, 4i64] } error: Index \[1:0\] out of bounds

-- ==
-- entry: endless
-- input { empty([0]i64) } auto output
-- input { [3i64, 4i64] } error: out of bounds
