-- The size of an argument has no name, the other one is computed: the message shows how to check that they are the same.
def shifted (xs: []i64) = map2 (+) xs (filter (> 0) xs)
