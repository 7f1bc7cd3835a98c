def one (xs: []i64) = map (x -> x + 1) xs
def tuple (xs: []i64) = map ((x, y) -> x + y) (zip xs xs)
def word (xs: []i64) = map (fun x -> x + 1) xs
def no_parentheses (xs: []i64) = map x -> x + 1
