-- Of pairs that a map makes each component goes its own way, in one kernel.
-- after: flatten
-- count: 1 seg
-- count: 0 arrays

entry f [n] (xs: [n]i64): ([n]i64, i64) =
  let (ys, zs) = unzip (map (\x -> (x + 1, x * x)) xs)
  in (map (* 2) ys, i64.sum zs)
