-- Of pairs that a map makes each component is used on its own.
-- after: flatten
-- count: 3 seg
-- count: 2 arrays

entry f [n] (xs: [n]i64): ([n]i64, i64) =
  let (ys, zs) = unzip (map (\x -> (x + 1, x * x)) xs)
  in (map (* 2) ys, i64.sum zs)
