-- all solutions of n queens by growing partial boards
def safe [k] (b: [k]i64) (c: i64): bool = and (map2 (\i x -> x != c && i64.abs (x - c) != k - i) (iota k) b)
def solve (n: i64): [][?]i64 =
  loop boards = [[]] for _r < n do
    flatten (map (\b -> map (\c -> b ++ [c]) (filter (safe b) (iota n))) boards)
-- ==
-- entry: main
-- input { 4i64 } output { 2i64 [[1i64,3i64,0i64,2i64],[2i64,0i64,3i64,1i64]] }
-- input { 1i64 } output { 1i64 [[0i64]] }
-- input { 3i64 } output { 0i64 empty([0][?]i64) }
entry main (n: i64) = let s = solve n in (length s, s)
