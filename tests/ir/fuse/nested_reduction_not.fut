-- Rows that others use too, elements that know their positions, and rows that are no maps stay as they are: the sum is
-- one walk over all elements.
-- after: fuse
-- count: 3 reshape
-- count: 3 total

entry used_twice [n] (ss: [n]i64): (i64, []i64) =
  let xs = flatten (map (\s -> map (\j -> s + j) (iota s)) ss)
  in (i64.sum xs, xs)

entry positions [n] (ss: [n]i64): i64 =
  let xs = flatten (map (\s -> map (\j -> s + j) (iota s)) ss)
  in i64.sum (map2 (*) xs (indices xs))

entry scanned [n] (ss: [n]i64): i64 = i64.sum (flatten (map (\s -> scan (+) 0 (iota s)) ss))
