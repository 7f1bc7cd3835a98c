entry main (xss: [][?]i64): []i64 = foldl (\acc xs -> acc ++ xs) [] xss
