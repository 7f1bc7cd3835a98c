-- Equality and the open functions of the prelude on irregular arrays.
-- ==
-- entry: same
-- input { [[1i64, 2i64], [], [3i64]] [[1i64, 2i64], [], [3i64]] }
-- output { true false }
-- input { [[1i64, 2i64], [], [3i64]] [[1i64, 2i64], [3i64], []] }
-- output { false true }
-- input { [[1i64, 2i64], [], [3i64]] [[1i64, 2i64], []] }
-- output { false true }
-- input { [[1i64, 2i64], [], [3i64]] [[1i64, 4i64], [], [3i64]] }
-- output { false true }

-- ==
-- entry: same_deep
-- input { [3i64, 1i64] }
-- output { true false false }
-- input { [2i64, 2i64] }
-- output { true true false }

-- ==
-- entry: ends
-- input { [[1i64, 2i64], [], [3i64]] }
-- output { [1i64, 2i64] [3i64] [[1i64, 2i64], empty([0]i64)] [empty([0]i64), [3i64]] [[1i64, 2i64], empty([0]i64)] [empty([0]i64), [3i64]] }

-- ==
-- entry: turned
-- input { [[1i64, 2i64], [], [3i64]] }
-- output { [[3i64], empty([0]i64), [1i64, 2i64]] [empty([0]i64), [3i64], [1i64, 2i64]] [[2i64, 1i64], empty([0]i64), [3i64]] [[2i64, 1i64], empty([0]i64), [3i64]] }

-- ==
-- entry: turned_deep
-- input { [3i64, 1i64] }
-- output { [[empty([0]i64)], [empty([0]i64), [0i64], [0i64, 1i64]]] [[[0i64, 1i64], [0i64], empty([0]i64)], [empty([0]i64)]] [[empty([0]i64), [0i64], [1i64, 0i64]], [empty([0]i64)]] }

-- ==
-- entry: chosen
-- input { [[1i64, 2i64], [], [3i64]] }
-- output { [[1i64, 2i64], [3i64]] [[2i64], empty([0]i64), [3i64]] }

-- ==
-- entry: parted
-- input { [[1i64, 2i64], [], [3i64]] }
-- output { [[1i64, 2i64]] [empty([0]i64), [3i64]] }

-- ==
-- entry: parted_rows
-- input { [3i64, 1i64] }
-- output { [[[0i64, 1i64]], empty([0][2]i64)] [[empty([0]i64), [0i64]], [empty([0]i64)]] }

-- ==
-- entry: together
-- input { [[1i64, 2i64], [], [3i64]] }
-- output { [[1i64, 2i64], empty([0]i64), [3i64], [9i64]] [[1i64, 2i64], empty([0]i64), [3i64], [1i64, 2i64], empty([0]i64), [3i64]] [[1i64, 2i64, 3i64], empty([0]i64), [3i64, 1i64, 2i64]] }

-- ==
-- entry: together_deep
-- input { [2i64, 1i64] }
-- output { [[empty([0]i64), [0i64], empty([0]i64)], [empty([0]i64), empty([0]i64), [0i64]]] }

-- ==
-- entry: copies
-- input { [[1i64, 2i64], [], [3i64]] }
-- output { [[[1i64, 2i64], empty([0]i64), [3i64]], [[1i64, 2i64], empty([0]i64), [3i64]]] }
-- input { empty([0][?]i64) }
-- output { empty([2][0][?]i64) }

-- ==
-- entry: zipped
-- input { [[1i64, 2i64], [], [3i64]] }
-- output { [2i64, 0i64, 1i64] [[2i64, 4i64], empty([0]i64), [3i64]] }

-- ==
-- entry: mapped3
-- input { [[1i64, 2i64], [], [3i64]] }
-- output { [[1i64, 2i64, 3i64, 2i64], [0i64], [3i64, 1i64, 2i64, 1i64]] }

-- ==
-- entry: tables
-- input { [[1i64, 2i64], [], [3i64]] }
-- output { [[3i64], empty([0]i64), [1i64, 2i64]] }

-- ==
-- entry: outer
-- input { [[1i64, 2i64], []] }
-- output { [[[1i64, 2i64, 1i64, 2i64], [1i64, 2i64]], [[1i64, 2i64], empty([0]i64)]] }

-- ==
-- entry: outer_deep
-- input { [[1i64, 2i64], []] }
-- output { [[[[1i64, 2i64], empty([0]i64)], [[2i64, 4i64], empty([0]i64)]], empty([0][2][?]i64)] }

-- ==
-- entry: quantified
-- input { [[1i64, 2i64], [], [3i64]] }
-- output { true true }

-- ==
-- entry: spread_rows
-- input { [1i64, 3i64, 9i64] [[1i64], [2i64, 3i64], [4i64]] }
-- output { [empty([0]i64), [1i64], empty([0]i64), [2i64, 3i64]] }

-- ==
-- entry: by_rows
-- input { [[1i64, 2i64], [], [3i64]] [[1i64, 2i64], [], [3i64]] }
-- output { [[1i64, 4i64], empty([0]i64), [9i64]] }
-- input { [[1i64, 2i64], [], [3i64]] [[1i64], [], [3i64]] }
-- error: irregular_operations\.fut:159:78: Value of shape \[1\] cannot match shape of type "\[length xs\]i64", which is "\[2\]i64" here
-- input { [[1i64, 2i64], [], [3i64]] [[1i64, 2i64], []] }
-- error: irregular_operations\.fut:159:106: Value of size 2 cannot match shape of type "\[length xss\]\[\?\]i64", which has size 3 here

-- ==
-- entry: sections_of_rows
-- input { [[1i64, 2i64], [], [3i64]] }
-- output { [[1i64, 2i64, -1i64], [-1i64], [3i64, -1i64]]
--          [[1i64, 2i64, 1i64, 2i64], [1i64, 2i64], [1i64, 2i64, 3i64]]
--          [[1i64, 2i64, 1i64, 2i64], [1i64, 2i64], [3i64, 1i64, 2i64]] }

def deep (ns: []i64): *[][?][?]i64 = map (\n -> map iota (iota n)) ns

-- Equality compares shapes, then elements.
entry same (xss: [][?]i64) (yss: [][?]i64) = (xss == yss, xss != yss)

entry same_deep (ns: []i64) = let x = deep ns in (x == x, x == reverse x, map reverse x == x)

entry ends (xss: [][?]i64) = (head xss, last xss, take 2 xss, drop 1 xss, init xss, tail xss)

entry turned (xss: [][?]i64) = (reverse xss, rotate 1 xss, map reverse xss, map (rotate 1) xss)

entry turned_deep (ns: []i64) = let x = deep ns in (reverse x, map reverse x, map (map reverse) x)

entry chosen (xss: [][?]i64) = (filter (\xs -> length xs > 0) xss, map (filter (> 1)) xss)

entry parted (xss: [][?]i64) = partition (\xs -> length xs > 1) xss

entry parted_rows (ns: []i64) = map (partition (\xs -> length xs > 1)) (deep ns)

entry together (xss: [][?]i64) = (xss ++ [[9]], concat xss xss, map2 (++) xss (reverse xss))

entry together_deep (ns: []i64) = let x = deep ns in map2 (++) x (reverse x)

entry copies (xss: [][?]i64) = replicate 2 xss

entry zipped (xss: [][?]i64) = unzip (map (\(xs, n) -> (n, map (* n) xs)) (zip xss (lengths xss)))

entry mapped3 (xss: [][?]i64) = map3 (\a b c -> a ++ b ++ [c]) xss (reverse xss) (lengths xss)

entry tables (xss: [][?]i64) = tabulate 3 (\i -> xss[2 - i])

-- Every row with every row.
entry outer (xss: [][?]i64) = map (\xs -> map (\ys -> xs ++ ys) xss) xss

entry outer_deep (xss: [][?]i64) = map (\xs -> map (\x -> map (\ys -> map (* x) ys) xss) xs) xss

entry quantified (xss: [][?]i64) = (all (\xs -> length xs < 3) xss, any null xss)

entry spread_rows (is: []i64) (xss: [][?]i64) = spread 4 [] is (xss :> [length is][?]i64)

-- Rows are combined element by element where the program says so.
entry by_rows (xss: [][?]i64) (yss: [][?]i64) = map2 (\xs ys -> map2 (*) xs (ys :> [length xs]i64)) xss (yss :> [length xss][?]i64)

entry sections_of_rows (xss: [][?]i64) = (map (++ [-1]) xss, map (head xss ++) xss, map (++ filter (> 0) (head xss)) xss)
