-- Sizes of an element that have one name are the same in every element.
-- ==
-- entry: symmetric
-- input { [[[1i64, 2i64], [3i64, 4i64]], [[5i64]], [[0i64, 1i64, 0i64], [2i64, 0i64, 1i64], [1i64, 1i64, 1i64]]] }
-- output { [[[2i64, 5i64], [5i64, 8i64]], [[10i64]], [[0i64, 3i64, 1i64], [3i64, 0i64, 2i64], [1i64, 2i64, 2i64]]] }

-- ==
-- entry: squared
-- input { [[[1i64, 2i64], [3i64, 4i64]], [[5i64]], [[0i64, 1i64, 0i64], [2i64, 0i64, 1i64], [1i64, 1i64, 1i64]]] }
-- output { [[[7i64, 10i64], [15i64, 22i64]], [[25i64]], [[2i64, 0i64, 1i64], [1i64, 3i64, 1i64], [3i64, 2i64, 2i64]]] }

-- ==
-- entry: weighted
-- input { [[1i64, 2i64], empty([0]i64), [3i64]] [[10i64, 20i64], empty([0]i64), [30i64]] }
-- output { [[10i64, 40i64], empty([0]i64), [90i64]] }

-- ==
-- entry: apart
-- input { [[1i64, 2i64], empty([0]i64), [3i64]] [[10i64, 20i64], empty([0]i64), [30i64]] }
-- output { [[11i64, 22i64], empty([0]i64), [33i64]] }

-- ==
-- entry: to_the_fourth
-- input { [[[1i64, 2i64], [3i64, 4i64]], [[5i64]], [[0i64, 1i64, 0i64], [2i64, 0i64, 1i64], [1i64, 1i64, 1i64]]] }
-- output { [[[199i64, 290i64], [435i64, 634i64]], [[625i64]], [[7i64, 2i64, 4i64], [8i64, 11i64, 6i64], [14i64, 10i64, 9i64]]] }

-- ==
-- entry: made
-- input { [2i64, 0i64, 3i64] }
-- output { [[[0i64, 0i64], [0i64, 1i64]], empty([0][0]i64), [[0i64, 0i64, 0i64], [0i64, 5i64, 10i64], [0i64, 10i64, 20i64]]] }

-- ==
-- entry: some
-- input { [[[1i64, 2i64], [3i64, 4i64]], [[5i64]], [[0i64, 1i64, 0i64], [2i64, 0i64, 1i64], [1i64, 1i64, 1i64]]] }
-- output { [[[7i64, 10i64], [15i64, 22i64]], [[2i64, 0i64, 1i64], [1i64, 3i64, 1i64], [3i64, 2i64, 2i64]]] }

-- ==
-- entry: either
-- input { [[[1i64, 2i64], [3i64, 4i64]], [[5i64]], [[0i64, 1i64, 0i64], [2i64, 0i64, 1i64], [1i64, 1i64, 1i64]]] true }
-- output { [[[7i64, 10i64], [15i64, 22i64]], [[25i64]], [[2i64, 0i64, 1i64], [1i64, 3i64, 1i64], [3i64, 2i64, 2i64]]] }
-- input { [[[1i64, 2i64], [3i64, 4i64]], [[5i64]], [[0i64, 1i64, 0i64], [2i64, 0i64, 1i64], [1i64, 1i64, 1i64]]] false }
-- output { [[[2i64, 0i64, 1i64], [1i64, 3i64, 1i64], [3i64, 2i64, 2i64]], [[25i64]], [[7i64, 10i64], [15i64, 22i64]]] }

-- ==
-- entry: not_kept
-- input { [[[1i64, 2i64], [3i64, 4i64]], [[5i64]], [[0i64, 1i64, 0i64], [2i64, 0i64, 1i64], [1i64, 1i64, 1i64]]] }
-- output { [[[1i64]], [[5i64]], [[0i64]]] }

-- ==
-- entry: rows_vary_later
-- input { [[[1i64, 2i64], [3i64, 4i64]], [[5i64]], [[0i64, 1i64, 0i64], [2i64, 0i64, 1i64], [1i64, 1i64, 1i64]]] }
-- output { [[[2i64], [3i64, 4i64]], [[5i64]], [[2i64]]] }

-- ==
-- entry: joined
-- input { [[[1i64, 2i64], [3i64, 4i64]], [[5i64]], [[0i64, 1i64, 0i64], [2i64, 0i64, 1i64], [1i64, 1i64, 1i64]]] }
-- output { [[[1i64, 2i64], [3i64, 4i64]], [[5i64]], [[0i64, 1i64, 0i64], [2i64, 0i64, 1i64], [1i64, 1i64, 1i64]], [[1i64, 2i64]]] }

-- ==
-- entry: joined_squares
-- input { [[[1i64, 2i64], [3i64, 4i64]], [[5i64]], [[0i64, 1i64, 0i64], [2i64, 0i64, 1i64], [1i64, 1i64, 1i64]]] }
-- output { [[[7i64, 10i64], [15i64, 22i64]], [[25i64]], [[2i64, 0i64, 1i64], [1i64, 3i64, 1i64], [3i64, 2i64, 2i64]], [[49i64]]] }

-- ==
-- entry: both_ways
-- input { [[[1i64, 2i64], [3i64, 4i64]], [[5i64]], [[0i64, 1i64, 0i64], [2i64, 0i64, 1i64], [1i64, 1i64, 1i64]]] }
-- output { [[[7i64, 10i64], [15i64, 22i64]], [[25i64]], [[2i64, 0i64, 1i64], [1i64, 3i64, 1i64], [3i64, 2i64, 2i64]]] [[[2i64, 0i64, 1i64], [1i64, 3i64, 1i64], [3i64, 2i64, 2i64]], [[25i64]], [[7i64, 10i64], [15i64, 22i64]]] }

type~ square = ?[m].[m][m]i64

def mul [n] (a: [n][n]i64) (b: [n][n]i64): [n][n]i64 =
  map (\r -> map (\c -> i64.sum (map2 (*) r c)) (transpose b)) a

entry symmetric [n] (xs: [n](?[m].[m][m]i64)) = map (\x -> map2 (\r c -> map2 (+) r c) x (transpose x)) xs

entry squared [n] (xs: [n]square): [n]square = map (\x -> mul x x) xs

entry weighted [n] (rows: [n](?[m].([m]i64, [m]i64))) = map (\(is, vs) -> map2 (*) is vs) rows

-- Two arrays do not share the sizes of their elements.
entry apart [n] (rows: [n](?[m].([m]i64, [m]i64))) = let (a, b) = unzip rows in map2 (\x y -> map2 (+) x (y :> [length x]i64)) a b

entry to_the_fourth [n] (xs: [n]square) = loop xs for _k < 2 do map (\x -> mul x x) xs

-- Nothing is written: the result of the lambda has one size twice.
entry made (ns: []i64) = map (\n -> tabulate_2d n n (*)) ns |> map (\x -> mul x x)

entry some [n] (xs: [n]square) = filter (\x -> length x > 1) xs |> map (\x -> mul x x)

entry either [n] (xs: [n]square) (b: bool) = (if b then xs else reverse xs) |> map (\x -> mul x x)

-- The rounds of a loop need not keep it.
entry not_kept [n] (xs: [n]square) = loop xs for _k < 2 do map (\x -> transpose (take 1 x)) xs

entry rows_vary_later [n] (xs: [n]square) = loop xs for _k < 2 do map (\x -> filter (\r -> length r > 0) (map (filter (> 1)) x)) xs

entry joined [n] (xs: [n]square) = xs ++ [[[1, 2]]]

entry joined_squares [n] (xs: [n]square) = (xs ++ [[[7]]]) |> map (\x -> mul x x)

entry both_ways [n] (xs: [n]square) = unzip (map2 (\x y -> (mul x x, mul y y)) xs (reverse xs))
