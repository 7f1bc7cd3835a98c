-- state machine over ragged rows with while, early exit, and match on tuples
type~ result = #ok ([]i64) | #err i64 i64
def parse [n] (xs: [n]i64): result =
  let (i, stack, bad) =
    loop (i, stack, bad) = (0, [], false) while i < n && !bad do
      match (xs[i], length stack)
      case (0, 0) -> (i, stack, true)
      case (0, k) -> (i + 1, stack[:k-1], bad)
      case (x, _) -> (i + 1, stack ++ [x], bad)
  in if bad then #err i (length stack) else #ok stack
-- ==
-- entry: main
-- input { [[1i64,2i64,0i64],[0i64,1i64],[],[5i64,0i64,0i64]] } output { [[1i64],[],[],[]] [-1i64,0i64,-1i64,2i64] }
entry main (xss: [][?]i64) =
  let rs = map parse xss
  in unzip (map (\r -> match r case #ok s -> (s, -1) case #err i _ -> ([], i)) rs)
