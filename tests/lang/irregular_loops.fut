-- Loops that carry irregular values whose shape changes.
-- ==
-- entry: growing_rows
-- input { [[1i64, 2i64], [], [3i64]] }
-- output { [[1i64, 2i64, 1i64, 2i64, 1i64, 2i64, 1i64, 2i64], empty([0]i64), [3i64, 3i64, 3i64, 3i64]] }

-- ==
-- entry: growing
-- input { [[1i64, 2i64], [], [3i64]] }
-- output { [[1i64, 2i64], empty([0]i64), [3i64], [2i64, 3i64], empty([0]i64), [4i64]] }

-- ==
-- entry: appending
-- input { [3i64, 1i64] }
-- output { [[3i64, 1i64], empty([0]i64), [0i64], [0i64, 1i64]] 3i64 }

-- ==
-- entry: collecting
-- input { [[1i64, 2i64], [], [3i64]] }
-- output { [1i64, 2i64, 3i64] [[0i64], [1i64, 2i64], empty([0]i64), [3i64]] }

-- ==
-- entry: shrinking
-- input { [[1i64, 2i64], [], [3i64]] }
-- output { [[1i64, 2i64]] }

-- ==
-- entry: thinning
-- input { [3i64, 1i64, 2i64] }
-- output { [[2i64, 2i64, 2i64, 2i64], empty([0]i64), empty([0]i64)] }

-- ==
-- entry: swapping
-- input { [2i64, 0i64] }
-- output { [[0i64, 1i64, 2i64], [0i64]] [[0i64, 1i64], empty([0]i64)] }

-- ==
-- entry: each
-- input { [[1i64, 2i64, 3i64], [], [4i64, 5i64]] }
-- output { [[3i64], empty([0]i64), [5i64]] }

-- ==
-- entry: each_growing
-- input { [3i64, 1i64, 0i64] }
-- output { [[[0i64, 1i64, 2i64], empty([0]i64), [0i64], [0i64, 1i64]], [[0i64], empty([0]i64)], [empty([0]i64)]] }

-- ==
-- entry: in_place
-- input { [[1i64, 2i64], [], [3i64]] }
-- output { [[42i64, 2i64], empty([0]i64), [42i64]] }

-- ==
-- entry: in_place_rows
-- input { [[1i64, 2i64], [], [3i64]] }
-- output { [[0i64, 2i64], empty([0]i64), [0i64]] }

-- ==
-- entry: iterated
-- input { [[1i64, 2i64], [], [3i64]] }
-- output { [[1i64, 2i64, 2i64, 3i64, 4i64], [0i64, 1i64, 2i64], [3i64, 1i64, 2i64, 3i64]] }

-- ==
-- entry: halving
-- input { [1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64] }
-- output { [[1i64], [2i64, 3i64], [4i64, 5i64], [6i64, 7i64]] }
-- input { empty([0]i64) }
-- output { empty([1][0]i64) }

-- ==
-- entry: frontier
-- input { [[1i64, 2i64], [3i64], [3i64, 0i64], []] }
-- output { [[0i64], [1i64, 2i64], [3i64], empty([0]i64)] }

-- ==
-- entry: flattened_or_not
-- input { true [[1i64, 2i64], [3i64, 4i64]] }
-- output { [[1i64, 2i64], [3i64, 4i64]] }
-- input { false [[1i64, 2i64], [3i64, 4i64]] }
-- output { [[7i64]] }

-- ==
-- entry: rows_that_come_to_vary
-- input { 2i64 }
-- output { [[[1i64, 1i64], [1i64, 1i64]], [[0i64, 0i64], [0i64, 0i64], [0i64, 0i64]]] }

-- ==
-- entry: from_all_or_one
-- input { [[1i64, 2i64], [3i64, 4i64]] 1i64 }
-- output { [[1i64, 2i64], [3i64, 4i64]] }
-- input { [[1i64, 2i64], [3i64, 4i64]] 0i64 }
-- output { [[1i64, 2i64, 3i64, 4i64], [1i64, 2i64, 3i64, 4i64]] }

-- ==
-- entry: from_nothing
-- input { [[0i64, 1i64], [1i64]] }
-- output { empty([0][?]i64) }

-- ==
-- entry: suffixes
-- input { [1i64, 2i64, 3i64] }
-- output { [[1i64, 2i64, 3i64], [2i64, 3i64], [3i64]] empty([0]i64) }

-- ==
-- entry: prefixes
-- input { [1i64, 2i64] }
-- output { [1i64, 2i64, 0i64, 1i64] [[1i64, 2i64], [1i64, 2i64, 0i64]] }

-- ==
-- entry: staircase
-- input { 3i64 }
-- output { [empty([0]i64), [1i64], [1i64, 2i64]] }

-- ==
-- entry: turned
-- input { 2i64 }
-- output { [[[1i64, 2i64]], [[3i64], [4i64]], [[3i64, 4i64]]] }

entry growing_rows (xss: [][?]i64) = loop xss for _i < 2 do map (\xs -> xs ++ xs) xss

entry growing (xss: [][?]i64) = loop xss while length xss < 5 do xss ++ map (map (+ 1)) xss

entry appending (xs: []i64) = loop (xss, n) = ([xs], 0) while n < 3 do (xss ++ [iota n], n + 1)

entry collecting (xss: [][?]i64) = (loop acc = [] for xs in xss do acc ++ xs, loop acc = [[0]] for xs in xss do acc ++ [xs])

entry shrinking (xss: [][?]i64) = loop xss for i < 2 do filter (\xs -> length xs > i) xss

entry thinning (ns: []i64) = loop xss = map iota ns for i < 2 do map (\xs -> filter (\x -> x % 3 != i) (xs ++ xs)) xss

entry swapping (ns: []i64) = loop (a, b) = (map iota ns, map (\n -> iota (n + 1)) ns) for _i < 3 do (b, a)

entry each (xss: [][?]i64) = map (\xs -> loop xs while length xs > 1 do xs[1:]) xss

entry each_growing (ns: []i64) = map (\n -> loop xss = [iota n] for i < n do xss ++ [iota i]) ns

entry in_place (xss: *[][?]i64) = loop xss for i < length xss do if length xss[i] > 0 then xss with [i, 0] = 42 else xss

entry in_place_rows (xss: [][?]i64) = map (\xs -> loop ys = copy xs for i < length xs do ys with [i] = ys[i] * i) xss

entry iterated (xss: [][?]i64) = iterate 3 (map (\xs -> xs ++ [length xs])) xss

-- Rows are cut in two until all are short.
entry halving (xs: []i64) = loop xss = [xs] while any (\r -> length r > 2) xss do flatten (map (\r -> let k = length r / 2 in if length r > 2 then [r[:k], r[k:]] else [r]) xss)

-- Breadth first: the next frontier from the neighbours of the last.
entry frontier [n] (graph: [n][?]i64) =
  (loop (levels, seen, front) = ([[0]], map (== 0) (iota n), [0i64]) while length front > 0 do
        let reached = filter (\v -> !seen[v]) (flatten (map (\v -> graph[v]) front))
        let marks = hist (||) false n reached (map (const true) reached)
        let next = filter (\v -> marks[v]) (iota n)
        in (levels ++ [next], map2 (||) seen marks, next)).0

-- A size made of carried ones meets another: what is carried changes.
entry flattened_or_not [n] [m] (all: bool) (xss: [n][m]i64) = loop yss = [[7i64]] for _i < 1 do map id (if all then flatten [xss] else flatten [yss])

-- The rows are transposed as if they had one size until the body shows that they vary.
entry rows_that_come_to_vary (n: i64) =
  loop xss = [replicate 2 [1i64, 1], replicate 2 [0, 0]] for _i < n / 2 do
    map (\xs -> transpose (transpose (loop ys = [[xs[0, 0], xs[0, 0]]] for _j < 2 - xs[0, 0] do ys ++ [ys[0]]))) xss

entry from_all_or_one [n] [m] (xss: [n][m]i64) (k: i64) =
  loop yss = xss for _i < 1 do map (\ys -> loop zs = flatten yss for _j < k do ys) yss

-- Nothing tells the sizes of the rows that are not there yet.
entry from_nothing [n] (adj: [n][?]i64) =
  (loop (done: [][?]i64, k) = ([], 0) while k < 2 do
     let targets = flatten (map (\v -> adj[v]) [0, 1])
     in (done, k + length targets)).0

entry suffixes (xs: []i64) = loop (acc, ys) = ([], xs) while length ys > 0 do (acc ++ [ys], ys[1:])

entry prefixes (xs: []i64) = loop (ys, acc) = (xs, []) for i < 2i64 do (ys ++ [i], acc ++ [ys])

entry staircase (n: i64) = loop acc = [] for i < n do acc ++ [if null acc then [] else last acc ++ [i]]

-- Matrices of two shapes, each regular, side by side.
entry turned (k: i64) = loop xss = [[[1i64, 2]]] for _i < k do map transpose xss ++ [[[3, 4]]]

-- The rows are counted by another size than the loop's.
entry counted_otherwise [n] (p: [n][?]i64) (k: i64) = map2 (\x y -> loop z = y for _i < x do reverse z) (iota k) (p :> [k][?]i64)
-- ==
-- entry: counted_otherwise
-- input { [[1i64, 2i64], [3i64, 4i64, 5i64], []] 3i64 }
-- output { [[1i64, 2i64], [5i64, 4i64, 3i64], empty([0]i64)] }

-- What a loop around carries stays as it is in the rounds of an inner one.
entry doubled_inside (k: i64) = loop xs = [true] for i < k do (loop ys = xs for _j < 1i64 do (loop zs = [true] for _l < i do flatten [zs, ys]))
-- ==
-- entry: doubled_inside
-- input { 3i64 }
-- output { [true, true, true, true, true] }
