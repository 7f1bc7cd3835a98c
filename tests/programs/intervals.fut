-- intervals: merge overlapping per row; result ragged of pairs
def merge [n] (is: [n](i64, i64)): [](i64, i64) =
  let (sorted, _) = sort_by_key (\(a, _) (b, _) -> a <= b) is is
  in loop out = [] for (lo, hi) in sorted do
       if null out then [(lo, hi)]
       else let (l, h) = last out
            in if lo <= h then init out ++ [(l, i64.max h hi)] else out ++ [(lo, hi)]
-- ==
-- entry: main
-- input { [[1i64,2i64,8i64],[],[5i64,4i64]] [[3i64,4i64,9i64],[],[6i64,5i64]] } output { [[1i64,8i64],[],[4i64]] [[4i64,9i64],[],[6i64]] }
entry main [n] (los: [n][?]i64) (his: [n][?]i64) =
  let is = map2 (\a b -> zip a (b :> [length a]i64)) los his
  let ms = map merge is
  in (map (map (.0)) ms, map (map (.1)) ms)
