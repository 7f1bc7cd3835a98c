def sums (pairs: [](i64, i64)): []i64 = map (\x y -> x + y) pairs
def both (pairs: [](bool, bool)) = filter (\x y -> x && y) pairs
def one_array (xs: []i64) = map (\x y -> x + y) xs
def fold (pairs: [](i64, i64)) = foldl (\acc x -> acc + x) 0 pairs
