-- What a combining operator uses of its row it reads at the first index of the element.
-- after: flatten
-- count: 1 update_acc
-- count: 1 fills
-- count: 1 segs
-- count: 0 reads
entry main [n] [m] (xss: [n][m]i64) (ps: [n]i64): [n][3]i64 =
  map2 (\xs p -> hist (\a b -> (a + b) %% p) 0 3 (map (% 3) xs) xs) xss ps
