entry main (xs: []i64): i64 = length ([] ++ [filter (> 0) xs])
