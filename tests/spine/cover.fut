-- Expand, then permute with +, collisions included: how many intervals (start, length) cover each cell.
-- ==
-- entry: cover
-- input { 3i64 empty([0]i64) empty([0]i64) }
-- output { [0i64, 0i64, 0i64] }
-- input { 6i64 [0i64, 2i64, 2i64, 5i64] [3i64, 2i64, 0i64, 4i64] }
-- output { [1i64, 1i64, 2i64, 1i64, 0i64, 1i64] }
-- input { 2i64 [0i64] [-3i64] }
-- error: cover.fut:[0-9]+:[0-9]+: negative size -3

entry cover [n] (h: i64) (ps: [n](i64, i64)): [h]i64 =
  let is = expand (\(_, l) -> l) (\(a, _) j -> a + j) ps
  in permute (+) (replicate h 0) is (map (\_ -> 1) is)
