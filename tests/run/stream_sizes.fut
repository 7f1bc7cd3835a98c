-- Sizes of a whole array among those of its chunks: elements of a stream that hold the array itself.

entry whole [n] (p: [n][?]i64) =
  let xs = stream_map (\c -> map (\x -> x) c) p
  let ys = map (\x -> (x, map (\_ -> p) x)) xs
  in reverse ys
-- ==
-- entry: whole
-- input { empty([0][?]i64) } auto output
-- input { [[1i64], empty([0]i64), [2i64, 3i64]] } auto output

entry twice [n] (p: [n][?]i64) =
  let xs = map (\x -> (x, map (\_ -> map (\_ -> p) p) x)) (stream_map (\c -> map (\x -> x) c) p)
  in map (\(x, y) -> map2 (\_ z -> z) x y) (xs ++ reverse xs)
-- ==
-- entry: twice
-- input { [[1i64], [2i64, 3i64]] } auto output
