-- The array is used after the update under another name, of other dimensions: the copy stays.
-- after: inplace
-- count: 4 launches
-- count without inplace: 4 launches

entry f [n] (is: [n]i64) (a: i64) (b: i64): ([]i64, [][]i64) =
  let xs = map (\x -> x * x + 1) (iota (a * b))
  let yss = unflatten xs
  in (scatter (copy xs) is (iota n), map (map (+ i64.sum xs)) yss)
