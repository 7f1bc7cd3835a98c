-- Reductions of a few elements, whose number is in the program, inside of maps and of other reductions.
-- ==
-- entry: nearest
-- input { [[0i64, 0i64, 0i64], [1i64, 2i64, 2i64], [4i64, 4i64, 2i64]] } output { [9i64, 9i64, 13i64] }
-- input { empty([0][3]i64) } output { empty([0]i64) }
entry nearest [n] (xs: [n][3]i64): [n]i64 =
  map2 (\i p -> i64.minimum (map2 (\j q -> if i == j then 1000 else i64.sum (map2 (\a b -> (a - b) * (a - b)) p q)) (iota n) xs)) (iota n) xs

-- Of ragged rows of points, with an index.
-- ==
-- entry: lengths
-- input { [[[3i64, 4i64]], [], [[1i64, 0i64], [0i64, 2i64]]] } output { [25i64, 0i64, 5i64] }
entry lengths [n] (xsss: [n][?][2]i64): [n]i64 = map (\xss -> i64.sum (map (\xs -> i64.sum (map (\x -> x * x) xs)) xss)) xsss

-- Of windows around elements, several results at once.
-- ==
-- entry: windows
-- input { [5i64, 1i64, 4i64, 2i64] } output { [11i64, 10i64, 7i64, 8i64] [5i64, 5i64, 4i64, 4i64] }
entry windows [n] (xs: [n]i64): ([n]i64, [n]i64) =
  let at i = xs[i64.max 0 (i64.min (n - 1) i)]
  in unzip (map (\i -> reduce (\(a, b) (c, d) -> (a + c, i64.max b d)) (0, i64.lowest) (map (\j -> (at (i + j), at (i + j))) (-1...1))) (iota n))

-- A failure names all indices.
-- ==
-- entry: fails
-- input { [[[1i64, 2i64], [1i64, 1i64]], [[1i64, 1i64], [2i64, 0i64]]] }
-- error: few_elements\.fut:29:106: division by zero \(row 1, 1, 1\)$
-- input { [[[1i64, 2i64]]] } output { [15i64] }
entry fails [n] [m] (xsss: [n][m][2]i64): [n]i64 = map (\xss -> i64.sum (map (\xs -> i64.sum (map (\x -> 10 / x) xs)) xss)) xsss

-- Updates of an accumulator by each of a few elements.
-- ==
-- entry: votes
-- input { [[0i64, 1i64], [1i64, 2i64], [1i64, 7i64]] } output { [1i64, 3i64, 1i64] }
entry votes [n] (xss: [n][2]i64): [3]i64 = reduce_by_index (replicate 3 0) (+) 0 (flatten xss) (flatten (map (map (const 1)) xss))
