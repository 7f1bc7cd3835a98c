-- Rows that points make and overwrite: one size is that of the outer row, the other differs from point to point.
-- ==
-- entry: boards
-- input { [[2i64, 0i64], [], [1i64, 3i64]] }
-- output {
-- [[[[7i64, 0i64], [7i64, 1i64]], [empty([0]i64), empty([0]i64)]],
--  empty([0][?][?]i64),
--  [[[7i64], [7i64]], [[7i64, 7i64, 0i64], [7i64, 7i64, 1i64]]]] }
-- input { empty([0][?]i64) }
-- output { empty([0][?][?][?]i64) }

entry boards [n] (xss: [n][?]i64) =
  map (\xs ->
         map (\x ->
                let board = replicate (length xs) (replicate x 7)
                in if x > 1
                   then loop b = copy board for i < length xs do b with [i, x - 1] = i
                   else board)
             xs)
      xss

-- The same without a branch: the result is known by sizes that do not lie next to each other.
-- ==
-- entry: filled
-- input { [[2i64, 0i64], [], [1i64]] }
-- output { [[[[7i64, 7i64], [7i64, 7i64]], [empty([0]i64), empty([0]i64)]], empty([0][?][?]i64), [[[7i64]]]] }

entry filled [n] (xss: [n][?]i64) =
  map (\xs -> map (\x -> replicate (length xs) (replicate x 7i64)) xs) xss

-- Both sizes are those of an outer level, with a level of other sizes in between.
-- ==
-- entry: marked
-- input { [[5i64], [], [6i64, 4i64]] 2i64 }
-- output { [[[[1i64]], [[1i64]]], [empty([0][0]i64), empty([0][0]i64)], [[[1i64, 4i64], [6i64, 4i64]], [[6i64, 4i64], [6i64, 1i64]]]] }

entry marked [n] (xss: [n][?]i64) (k: i64) =
  map (\xs -> expand_rows (\_ -> k) (\_ j ->
    let rows = map (\_ -> xs) xs
    in if length xs > 0 then copy rows with [j % length xs, j % length xs] = 1 else rows) [true] |> head) xss
