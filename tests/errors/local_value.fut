entry joined (xs: []i64) = let none 'a : []a = [] in (none ++ xs, none ++ [true])
