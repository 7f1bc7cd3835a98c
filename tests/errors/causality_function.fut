entry piped (xs: []i64): []i64 = (map (+ 1)) <| filter (> 0) xs
entry right (xs: []i64): []i64 = filter (> 0) xs |> map (+ 1)
