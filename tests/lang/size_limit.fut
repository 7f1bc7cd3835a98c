-- Sizes are less than 2^48, so that sums of indices do not wrap. No array of that size is ever made here.
-- ==
-- entry: direct
-- input { 3i64 } output { 4i64 }
-- input { 281474976710656i64 } error: is too large
-- input { -1i64 } error: is invalid
entry direct (n: i64): i64 = let xs = iota n in if length xs > 3 then 4 else length xs + 1

-- ==
-- entry: in_rows
-- input { [2i64, 0i64] } output { [2i64, 0i64] }
-- input { [2i64, 4611686018427387904i64] } error: is too large
-- input { [2i64, -3i64] } error: negative size
entry in_rows [n] (ns: [n]i64): [n]i64 = map (\k -> length (replicate k 0u8)) ns
