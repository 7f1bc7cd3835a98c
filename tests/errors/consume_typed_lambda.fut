-- A lambda may consume what it is given to consume, unless the type of its parameter says otherwise.
def histogram [n] (k: i64) (xs: [n]i64): [k]i64 =
  stream_fold (map2 (+)) (\(acc: [k]i64) c -> loop acc for x in c do acc with [x] = acc[x] + 1) (replicate k 0) xs
entry main [n] (xs: [n]i64) = histogram 4 xs
