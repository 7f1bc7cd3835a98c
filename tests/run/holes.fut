-- Branches and loops in maps that carry arrays whose inner sizes differ from row to row, but not with the level in
-- between: sizes for every point of that level are made beside the declared ones.

-- ==
-- entry: fixed
-- input { [[[1i64], [2i64, 3i64]], [[4i64, 5i64, 6i64]], empty([0][?]i64)] }
-- output { [[[1i64], [2i64, 3i64]], [[4i64, 5i64, 6i64]], empty([0][?]i64)] }

-- The rows of the carried array share their sizes, which never change; how often the loop runs differs.
entry fixed [n] (xsss: [n][?][?]i64): [n][?][?]i64 =
  map (\xss -> let pair = map (\_ -> xss) [0i64, 1] in (loop pair for _i < length xss do map id pair)[1]) xsss

-- ==
-- entry: carried
-- input { [1i64, 2i64, 3i64] [[4i64], [5i64, 6i64]] [0i64, 1i64, 2i64] }
-- output { [[3i64], [1i64, 2i64], [1i64, 2i64]] }

-- The sizes are carried, and change in the first round.
entry carried [n] [m] [k] (xs: [n]i64) (yss: [m][?]i64) (rounds: [k]i64): [k][?]i64 =
  map (\count -> map length (loop zsss = [[xs]] for _i < count do [yss])[0]) rounds

-- ==
-- entry: chosen
-- input { true [[[1i64], [2i64, 3i64]], [[4i64, 5i64, 6i64]]] }
-- output { [[[1i64], [2i64, 3i64]], [[4i64, 5i64, 6i64]]] }
-- input { false [[[1i64], [2i64, 3i64]], [[4i64, 5i64, 6i64]]] }
-- output { [[[1i64, 1i64], [2i64, 3i64, 2i64, 3i64]], [[4i64, 5i64, 6i64, 4i64, 5i64, 6i64]]] }

-- A branch that goes the same way for every row.
entry chosen [n] (c: bool) (xsss: [n][?][?]i64): [n][?][?]i64 =
  map (\xss -> (if c then [xss] else [map (\xs -> xs ++ xs) xss])[0]) xsss
