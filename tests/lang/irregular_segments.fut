-- Folds and scans of rows, at depths 1 to 4.
-- ==
-- entry: sums1
-- input { [[1i64, 2i64], [], [3i64]] }
-- output { [3i64, 0i64, 3i64] }

-- ==
-- entry: sums2
-- input { [2i64, 0i64, 3i64] }
-- output { [[0i64, 0i64], empty([0]i64), [0i64, 0i64, 1i64]] }

-- ==
-- entry: sums3
-- input { [3i64, 0i64, 1i64] }
-- output { [[empty([0]i64), [0i64], [0i64, 0i64]], empty([0][?]i64), [empty([0]i64)]] }

-- ==
-- entry: sums4
-- input { [3i64, 0i64] }
-- output { [[empty([0][?]i64), [empty([0]i64)], [empty([0]i64), [0i64]]], empty([0][?][?]i64)] }

-- ==
-- entry: products
-- input { [[1i64, 2i64], [], [3i64]] }
-- output { [2i64, 1i64, 3i64] }

-- ==
-- entry: alls
-- input { [[1i64, 2i64], [], [3i64]] }
-- output { [false, true, true] [true, false, true] }

-- ==
-- entry: scans1
-- input { [[1i64, 2i64], [], [3i64]] }
-- output { [[1i64, 3i64], empty([0]i64), [3i64]] }

-- ==
-- entry: scans2
-- input { [4i64, 0i64] }
-- output { [[empty([0]i64), [0i64], [0i64, 1i64], [0i64, 1i64, 3i64]], empty([0][?]i64)] }

-- ==
-- entry: scans3
-- input { [4i64, 1i64] }
-- output { [[empty([0][?]i64), [empty([0]i64)], [empty([0]i64), [0i64]], [empty([0]i64), [0i64], [0i64, 1i64]]], [empty([0][?]i64)]] }

-- ==
-- entry: exclusive
-- input { [[1i64, 2i64, 3i64], [], [4i64]] }
-- output { [[0i64, 1i64, 3i64], empty([0]i64), [0i64]] }

-- ==
-- entry: exclusive2
-- input { [3i64] }
-- output { [[empty([0]i64), [0i64], [0i64, 0i64]]] }

-- ==
-- entry: right
-- input { [[1i64, 2i64, 3i64], [], [4i64]] }
-- output { [[6i64, 5i64, 3i64], empty([0]i64), [4i64]] }

-- ==
-- entry: right2
-- input { [4i64] }
-- output { [[empty([0]i64), [0i64], [1i64, 1i64], [3i64, 3i64, 2i64]]] }

-- ==
-- entry: left_folds
-- input { [[1i64, 2i64, 3i64], [], [4i64]] }
-- output { [-6i64, 0i64, -4i64] }

-- ==
-- entry: right_folds
-- input { [[1i64, 2i64, 3i64], [], [4i64]] }
-- output { [2i64, 0i64, 4i64] }

-- ==
-- entry: pairs
-- input { [[1i64, 2i64], [], [3i64]] }
-- output { [3i64, 0i64, 3i64] [2i64, -9i64, 3i64] }

-- ==
-- entry: pair_scans
-- input { [[1i64, 2i64], [], [3i64]] }
-- output { [[1i64, 3i64], empty([0]i64), [3i64]] [[-1i64, -1i64], empty([0]i64), [-3i64]] }

-- ==
-- entry: vectors
-- input { [[1i64, 2i64], [], [3i64]] }
-- output { [[3i64, 6i64], [0i64, 0i64], [3i64, 6i64]] }

-- ==
-- entry: vector_scans
-- input { [[1i64, 2i64], [], [3i64]] }
-- output { [[[1i64, 2i64], [3i64, 6i64]], empty([0][2]i64), [[3i64, 6i64]]] }

-- ==
-- entry: best
-- input { [[1i64, 2i64], [], [3i64]] }
-- output { [2i64, -1i64, 3i64] }

-- ==
-- entry: histograms
-- input { [[1i64, 2i64, 1i64, 7i64], []] }
-- output { [[0i64, 2i64, 1i64], [0i64, 0i64, 0i64]] }

-- ==
-- entry: maxima
-- input { [[1i64, 2i64], [], [3i64]] }
-- output { [2i64, 3i64] }

def deep2 (ns: []i64): [][?][?]i64 = map (\n -> map iota (iota n)) ns
def deep3 (ns: []i64): [][?][?][?]i64 = map (\n -> deep2 (iota n)) ns

entry sums1 (xss: [][?]i64) = map (reduce (+) 0) xss

entry sums2 (ns: []i64) = map (map i64.sum) (deep2 ns)

entry sums3 (ns: []i64) = map (map (map i64.sum)) (deep3 ns)

entry sums4 (ns: []i64) = map (map (map (map i64.sum))) (map (\n -> map deep2 (map iota (iota n))) ns)

entry products (xss: [][?]i64) = map i64.product xss

entry alls (xss: [][?]i64) = (map and (map (map (> 1)) xss), map or (map (map (> 1)) xss))

entry scans1 (xss: [][?]i64) = map (scan (+) 0) xss

entry scans2 (ns: []i64) = map (map (scan (+) 0)) (deep2 ns)

entry scans3 (ns: []i64) = map (map (map (scan (+) 0))) (deep3 ns)

entry exclusive (xss: [][?]i64) = map (exscan (+) 0) xss

entry exclusive2 (ns: []i64) = map (map (exscan (+) 0)) (deep2 ns)

entry right (xss: [][?]i64) = map (\xs -> reverse (scan (+) 0 (reverse xs))) xss

entry right2 (ns: []i64) = map (map (\xs -> reverse (scan (+) 0 (reverse xs)))) (deep2 ns)

entry left_folds (xss: [][?]i64) = map (foldl (-) 0) xss

entry right_folds (xss: [][?]i64) = map (foldr (-) 0) xss

entry pairs (xss: [][?]i64) = map (reduce (\a b -> (a.0 + b.0, i64.max a.1 b.1)) (0, -9)) (map (map (\x -> (x, x))) xss)

entry pair_scans (xss: [][?]i64) = map (scan (\a b -> (a.0 + b.0, i64.max a.1 b.1)) (0, -9)) (map (map (\x -> (x, -x))) xss)

-- Elements that are arrays of one size.
entry vectors (xss: [][?]i64) = map (\xs -> reduce (map2 (+)) [0, 0] (map (\x -> [x, 2 * x]) xs)) xss

entry vector_scans (xss: [][?]i64) = map (\xs -> scan (map2 (+)) [0, 0] (map (\x -> [x, 2 * x]) xs)) xss

-- Elements that are sums.
type option = #some i64 | #none
def better (a: option) (b: option): option =
  match (a, b)
  case (#some x, #some y) -> #some (i64.max x y)
  case (#some x, #none) -> #some x
  case (#none, _) -> b
entry best (xss: [][?]i64) =
  map (\xs -> match reduce better #none (map (\x -> if x > 1 then #some x else #none) xs)
             case #some x -> x
             case #none -> -1) xss

entry histograms (xss: [][?]i64) = map (\xs -> hist (+) 0 3 xs (map (const 1i64)  xs)) xss

entry maxima (xss: [][?]i64) = map i64.maximum (filter (\xs -> length xs > 0) xss)
