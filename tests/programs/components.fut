-- union-find components, then group by component
def components (n: i64) (es: [](i64, i64)): [n]i64 =
  let (ls, _) = loop (ls, changed) = (iota n, true) while changed do
    let new = copy ls
    let new = reduce_by_index new i64.min n (map (.0) es) (map (\(_, b) -> ls[b]) es)
    let new = reduce_by_index new i64.min n (map (.1) es) (map (\(a, _) -> ls[a]) es)
    in (new, or (map2 (!=) new ls))
  in ls
-- ==
-- entry: main
-- input { 5i64 [0i64,3i64] [1i64,4i64] } output { [0i64,0i64,2i64,3i64,3i64] [[0i64,1i64],[2i64],[3i64,4i64]] [2i64,1i64,2i64] }
entry main [m] (n: i64) (a: [m]i64) (b: [m]i64) =
  let c = components n (zip a b)
  let (_, groups) = group_by_key (<=) c (iota n)
  in (c, groups, lengths groups)
