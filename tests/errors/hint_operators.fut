def unequal (x: i64) = if x /= 3 then 1 else 2
def section (x: i64) = filter (/= x) [1, 2]
def arrow (xs: []i64) = map (x => x + 1) xs
