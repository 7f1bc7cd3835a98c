-- higher-order: table of row functions chosen by index, pipelines with local operators
def (+++) 'a [n] [m] (xs: [n]a) (ys: [m]a): []a = concat xs ys
def (|>>) '~a '~b [n] (xs: [n]a) (f: a -> b): [n]b = map f xs
def row_op (k: i64) (xs: []i64): []i64 =
  match k
  case 0 -> xs
  case 1 -> reverse xs
  case 2 -> filter (\x -> x % 2 == 0) xs
  case _ -> xs +++ xs
-- ==
-- entry: main
-- input { [[1i64,2i64],[3i64],[4i64,5i64,6i64],[7i64]] } output { [[1i64,2i64],[3i64],[4i64,6i64],[7i64,7i64]] [2i64,1i64,2i64,2i64] [[1i64,2i64,9i64],[3i64,9i64],[4i64,5i64,6i64,9i64],[7i64,9i64]] }
entry main [n] (xss: [n][?]i64) =
  let yss = map2 row_op (iota n) xss
  in (yss, yss |>> length, xss |>> (+++ [9]))
