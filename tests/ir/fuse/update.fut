-- What reads an array stays in front of the update that consumes it.
-- after: inplace
-- count: 3 seg
-- count: 1 arrays

entry f [n] (xs: *[n]i64): [n]i64 =
  let ys = map (* 2) xs
  let zs = xs with [0] = 7
  in map2 (+) ys zs
