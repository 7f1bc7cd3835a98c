-- Rows of different sizes side by side, whose types say `[?]` already; sizes that are computed in front of the maps they do not
-- vary with.
-- ==
-- entry: sums_literal
-- input { [5i64, 6i64] }
-- output { [1i64, 2i64, 0i64] }

-- ==
-- entry: sums_joined
-- input { [5i64, 6i64] }
-- output { [[1i64], [5i64, 6i64]] }

-- ==
-- entry: annotated
-- input { [5i64, 6i64] }
-- output { [[1i64], [5i64, 6i64]] [[[1i64]], [[5i64, 6i64]]] }

-- ==
-- entry: annotated_pairs
-- input { [5i64, 6i64] }
-- output { [1i64, 2i64] [[1i64], [5i64, 6i64]] }

-- ==
-- entry: cut
-- input { 3i64 [5i64, 6i64] }
-- output { [[[6i64], [6i64]]] }
-- input { 3i64 [-5i64, -6i64] }
-- output { [empty([0][?]i64)] }
-- input { 3i64 empty([0]i64) }
-- output { [empty([0][?]i64)] }

-- ==
-- entry: one_shape
-- input { [[[1i64, 2i64]]] [3i64, 4i64] }
-- output { [2i64, 2i64] [[4i64, 4i64], [5i64, 5i64]] }
-- input { empty([0][?][?]i64) [3i64] }
-- output { [2i64] [[4i64, 4i64]] }

type~ some = #none | #row ([?]i64)
def row (x: some): []i64 = match x case #none -> [] case #row xs -> xs

entry sums_literal [n] (xs: [n]i64) = map (\x -> length (row x)) [(#row [1]: some), (#row xs: some), #none]

entry sums_joined [n] (xs: [n]i64) = map row ([(#row [1]: some)] ++ [#row xs])

entry annotated [n] (xs: [n]i64) =
  let a: [1][?]i64 = [[1]]
  let b: [1][?]i64 = [xs]
  in (a ++ b, [a, b])

entry annotated_pairs [n] (xs: [n]i64) =
  let a: [1](i64, [?]i64) = [(1, [1])]
  let b: [1](i64, [?]i64) = [(2, xs)]
  in a ++ b

-- The bounds of the slice are known in front of both maps; whether they can be computed is not.
entry cut [n] (m: i64) (p: [n]i64) = map (\_ -> map (\_ -> p[m % n:]) (filter (> 0) p)) [1i64]

-- Once it is known which side is taken, both sizes of every matrix come from one array.
entry one_shape [n] [m] (p: [n](?[r][c].[r][c]i64)) (q: [m]i64) =
  let x = if (loop b = true for _i < m do b) then map (\k -> replicate 2 [k, 1]) q else p
  in map (\y -> (length y, map i64.sum y)) x
