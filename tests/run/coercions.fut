-- Coercions between irregular and regular dimensions, at any depth.
-- ==
-- entry: matrices_in_loop
-- input { 1i64 }
-- output { [[[true]], [[false]]] }
-- input { 0i64 }
-- output { [[[true], [true]]] }
-- input { 2i64 }
-- output { [[[true, true], [true, true]], [[false, false], [false, false]]] }

-- A loop carries matrices of their own shapes, whose number a coercion fixes.
entry matrices_in_loop (k: i64): [](?[r][c].[r][c]bool) =
  loop xss = [replicate 2 [true]] for i < k do
    let flags = [true, false]
    let yss = if i == 0 then xss ++ xss else xss
    in map2 (\flag m -> let c = reduce (+) 0 (expand (\_ -> 1) (\_ _ -> 1i64) m)
                        in tabulate_2d (i + 1) (if i == 0 then c - 1 else c + i) (\_ _ -> flag))
            flags (yss :> [length flags](?[r][c].[r][c]bool))

-- ==
-- entry: outer_of_two
-- input { [[[1i64, 2i64], [3i64]], [[], [4i64]]] }
-- output { [[[1i64, 2i64], [3i64]], [[], [4i64]]] }
-- input { [[[1i64, 2i64], [3i64]], [[4i64]]] }
-- error: Value of size 1 cannot match shape of type .*, which has size 2 here

-- ==
-- entry: inner_of_two
-- input { [[[1i64, 2i64], [3i64, 5i64]], [[3i64, 4i64]]] }
-- output { [[3i64, 8i64], [7i64]] }
-- input { [[[1i64, 2i64], [3i64]], [[3i64, 4i64]]] }
-- error: Value of size 1 cannot match shape of type .*, which has size 2 here

-- ==
-- entry: both_of_two
-- input { [[[1i64, 2i64], [3i64, 5i64]], [[3i64, 4i64], [0i64, 1i64]]] }
-- output { [[[1i64, 3i64], [2i64, 5i64]], [[3i64, 0i64], [4i64, 1i64]]] }
-- input { [[[1i64, 2i64], [3i64, 5i64]], [[3i64, 4i64], [1i64]]] }
-- error: Value of size 1 cannot match shape of type .*, which has size 2 here

-- ==
-- entry: own_shapes
-- input { [[[1i64, 2i64], [3i64, 4i64]], [[5i64]], []] }
-- output { [[[1i64, 3i64], [2i64, 4i64]], [[5i64]], empty([0][0]i64)] }
-- input { [[[1i64, 2i64], [3i64, 4i64]], [[5i64], []]] }
-- error: Value of size 0 cannot match shape of type .*, which has size 1 here

entry outer_of_two [n] (xsss: [n][?][?]i64): [n][2][?]i64 = xsss :> [n][2][?]i64

entry inner_of_two [n] (xsss: [n][?][?]i64): [n][?]i64 =
  map (map (\(xs: [2]i64) -> xs[0] + xs[1])) (xsss :> [n][?][2]i64)

entry both_of_two [n] (xsss: [n][?][?]i64): [n][2][2]i64 = map transpose (xsss :> [n][2][2]i64)

-- Rows of one size within each element.
entry own_shapes [n] (xsss: [n][?][?]i64): [n](?[r][c].[r][c]i64) =
  map transpose (xsss :> [n](?[r][c].[r][c]i64))
