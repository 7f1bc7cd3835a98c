entry main (n: i64): []i64 = (\(xs, _) -> xs) <| loop (xs: []i64, k) = ([n], 0i64) while k < n do (xs ++ xs, k + 1)
