entry piped (xs: []i64): []i64 = (map (+ 1)) <| filter (> 0) xs
entry section (xs: []i64) (yss: [][]i64) = map (filter (> 0) xs ++) yss
entry right (xs: []i64): []i64 = filter (> 0) xs |> map (+ 1)
