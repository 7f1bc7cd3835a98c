-- A reduction of a few elements is computed by the point: what is reduced around it has no array of all of them.
-- after: flatten
-- count: 1 seg
-- spaces: 2

entry f [n] (xs: [n][3]f64): [n]f64 =
  map (\p -> f64.minimum (map (\q -> f64.sum (map2 (\a b -> (a - b) * (a - b)) p q)) xs)) xs
