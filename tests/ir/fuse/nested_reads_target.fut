-- A nest that reads the array to be updated is evaluated before.
-- after: fuse
-- count: 1 total

entry f [n] (xs: *[n]i64): [n]i64 =
  let at = expand (\x -> x) (\x j -> xs[x] + j) xs
  in scatter xs at (map (const 7) at)
