-- string tables: sort rows lexicographically, unique, prefix groups
def lex_le [n] [m] (a: [n]u8) (b: [m]u8): bool =
  let k = i64.min n m
  let i = loop i = 0 while i < k && a[i] == b[i] do i + 1
  in if i == k then n <= m else a[i] < b[i]
-- ==
-- entry: main
-- input { [[98u8],[97u8,98u8],[],[97u8],[98u8]] } output { [[],[97u8],[97u8,98u8],[98u8],[98u8]] [[],[97u8],[97u8,98u8],[98u8]] [0u8,97u8,98u8] [[[]],[[97u8],[97u8,98u8]],[[98u8],[98u8]]] }
entry main [n] (ws: [n][?]u8) =
  let (sorted, _) = sort_by_key lex_le ws (iota n)
  let uniq = map (\i -> sorted[i]) (filter (\i -> i == 0 || sorted[i] != sorted[i-1]) (iota n))
  let initial w = if null w then 0u8 else w[0]
  let (ks, gs) = group_by_key (<=) (map initial sorted) sorted
  in (sorted, uniq, ks, gs)
