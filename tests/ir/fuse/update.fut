-- What reads an array stays in front of the update that consumes it; the result is written over what was read.
-- after: inplace
-- count: 3 seg
-- count: 0 arrays

entry f [n] (xs: *[n]i64): [n]i64 =
  let ys = map (* 2) xs
  let zs = xs with [0] = 7
  in map2 (+) ys zs
