-- The additions to the prelude for irregular arrays, one by one.
-- ==
-- entry: row_lengths
-- input { [[1i64, 2i64], [], [3i64]] }
-- output { [2i64, 0i64, 1i64] }
-- input { empty([0][?]i64) }
-- output { empty([0]i64) }

-- ==
-- entry: regular_lengths
-- input { [[1i64, 2i64], [3i64, 4i64]] }
-- output { [2i64, 2i64] }
-- input { empty([2][0]i64) }
-- output { [0i64, 0i64] }

-- ==
-- entry: deep_lengths
-- input { [2i64, 0i64, 3i64] }
-- output { [2i64, 0i64, 3i64] [[0i64, 1i64], empty([0]i64), [0i64, 1i64, 2i64]] }

-- ==
-- entry: joined
-- input { [[1i64, 2i64], [], [3i64]] }
-- output { [1i64, 2i64, 3i64] }
-- input { empty([0][?]i64) }
-- output { empty([0]i64) }

-- ==
-- entry: joined_outer
-- input { [2i64, 0i64, 3i64] }
-- output { [empty([0]i64), [0i64], empty([0]i64), [0i64], [0i64, 1i64]] }

-- ==
-- entry: joined_inner
-- input { [2i64, 0i64, 3i64] }
-- output { [[0i64], empty([0]i64), [0i64, 0i64, 1i64]] }

-- ==
-- entry: cut
-- input { [2i64, 0i64, 3i64] [5i64, 6i64, 7i64, 8i64, 9i64] }
-- output { [[5i64, 6i64], empty([0]i64), [7i64, 8i64, 9i64]] }
-- input { empty([0]i64) empty([0]i64) }
-- output { empty([0][?]i64) }
-- input { [2i64, -1i64, 3i64] [1i64, 2i64, 3i64, 4i64] }
-- error: irregular_prelude\.fut:186:40: negative size -1
-- input { [2i64, 0i64, 3i64] [1i64, 2i64] }
-- error: irregular_prelude\.fut:186:40: 2 elements for rows whose sizes add up to 5
-- input { [1i64] [4i64, 4i64] }
-- error: irregular_prelude\.fut:186:40: 2 elements for rows whose sizes add up to 1

-- ==
-- entry: cut_rows
-- input { [2i64, 0i64, 1i64] }
-- output { [[empty([0]i64), [0i64]], empty([0][?]i64), [[0i64, 1i64]]] }

-- ==
-- entry: cut_each
-- input { [3i64, 1i64] }
-- output { [[empty([0]i64), [0i64], [1i64, 2i64]], [empty([0]i64)]] }

-- ==
-- entry: cut_back
-- input { [[1i64, 2i64], [], [3i64]] }
-- output { true }
-- input { empty([0][?]i64) }
-- output { true }

-- ==
-- entry: expanded
-- input { [2i64, 0i64, 3i64] }
-- output { [20i64, 21i64, 30i64, 31i64, 32i64] }
-- input { empty([0]i64) }
-- output { empty([0]i64) }
-- input { [2i64, -1i64, 3i64] }
-- error: irregular_prelude\.fut:196:30: negative size -1

-- ==
-- entry: expanded_pairs
-- input { [2i64, 0i64, 3i64] }
-- output { [2i64, 1i64, 3i64, 2i64, 1i64] [false, false, true, true, true] }

-- ==
-- entry: expanded_rows
-- input { [2i64, 0i64, 3i64] }
-- output { [[0i64, 2i64], empty([0]i64), [0i64, 3i64, 6i64]] }
-- input { [2i64, -1i64, 3i64] }
-- error: irregular_prelude\.fut:200:35: negative size -1

-- ==
-- entry: expanded_each
-- input { [2i64, 0i64, 3i64] }
-- output { [[0i64, 1i64, 0i64], empty([0]i64), [0i64, 1i64, 0i64, 2i64, 1i64, 0i64]] }

-- ==
-- entry: expanded_sums
-- input { [2i64, 0i64, 3i64] }
-- output { [5i64, 0i64, 12i64] }
-- input { [2i64, -1i64, 3i64] }
-- error: irregular_prelude\.fut:205:35: negative size -1

-- ==
-- entry: expanded_minima
-- input { [2i64, 0i64, 3i64] }
-- output { [1i64, 99i64, 1i64] [1i64, 99i64, 2i64] }

-- ==
-- entry: permuted
-- input { [10i64, 20i64] [1i64, 1i64, 5i64, -1i64] [1i64, 2i64, 3i64, 4i64] }
-- output { [10i64, 23i64] }
-- input { [10i64] empty([0]i64) empty([0]i64) }
-- output { [10i64] }

-- ==
-- entry: permuted_pairs
-- input { [2i64, 2i64, 0i64, 3i64] }
-- output { [0i64, 0i64, 4i64] [1i64, 1i64, 20i64] }

-- ==
-- entry: permuted_rows
-- input { [1i64, 1i64, 2i64] }
-- output { [[0i64, 1i64], [2i64, 3i64]] }

-- ==
-- entry: permuted_each
-- input { [2i64, 0i64, 3i64] }
-- output { [[6i32, 10i32], empty([0]i32), [6i32, 10i32, 14i32]] }

-- ==
-- entry: sorted
-- input { [2i64, 1i64, 2i64, 0i64, 1i64] [0i64, 1i64, 2i64, 3i64, 4i64] }
-- output { [0i64, 1i64, 1i64, 2i64, 2i64] [3i64, 1i64, 4i64, 0i64, 2i64] }
-- input { empty([0]i64) empty([0]i64) }
-- output { empty([0]i64) empty([0]i64) }

-- ==
-- entry: sorted_down
-- input { [2i64, 1i64, 2i64, 0i64, 1i64] }
-- output { [0i64, 2i64, 1i64, 4i64, 3i64] }

-- ==
-- entry: sorted_rows
-- input { [2i64, 0i64, 3i64] }
-- output { [0i64, 2i64, 3i64] [empty([0]i64), [0i64, 1i64], [0i64, 1i64, 2i64]] }

-- ==
-- entry: sorted_by_rows
-- input { [[4i64], [1i64, 1i64], []] }
-- output { [empty([0]i64), [1i64, 1i64], [4i64]] [2i64, 1i64, 0i64] }

-- ==
-- entry: sorted_each
-- input { [[3i64, 1i64, 2i64], [], [2i64, 1i64]] }
-- output { [[1i64, 2i64, 3i64], empty([0]i64), [1i64, 2i64]] }

-- ==
-- entry: grouped
-- input { [2i64, 1i64, 2i64, 0i64, 1i64] [0i64, 1i64, 2i64, 3i64, 4i64] }
-- output { [0i64, 1i64, 2i64] [[3i64], [1i64, 4i64], [0i64, 2i64]] }
-- input { empty([0]i64) empty([0]i64) }
-- output { empty([0]i64) empty([0][?]i64) }

-- ==
-- entry: grouped_rows
-- input { [2i64, 0i64, 3i64] }
-- output { [0i64, 1i64] [[[0i64, 1i64], empty([0]i64)], [[0i64, 1i64, 2i64]]] }

-- ==
-- entry: grouped_each
-- input { [[3i64, 2i64, 1i64], [], [2i64]] }
-- output { [[0i64, 1i64], empty([0]i64), [0i64]] [[[2i64], [3i64, 1i64]], empty([0][?]i64), [[2i64]]] }

entry row_lengths [n] (xss: [n][?]i64): [n]i64 = lengths xss

-- A regular array has rows of one length.
entry regular_lengths [n] [m] (xss: [n][m]i64): [n]i64 = lengths xss

entry deep_lengths (ns: []i64) = let xsss = map (\n -> map iota (iota n)) ns in (lengths xsss, map lengths xsss)

entry joined (xss: [][?]i64): []i64 = flatten xss

-- What is below the two outermost dimensions stays.
entry joined_outer (ns: []i64) = flatten (map (\n -> map iota (iota n)) ns)

entry joined_inner (ns: []i64) = map flatten (map (\n -> map iota (iota n)) ns)

entry cut (sizes: []i64) (xs: []i64) = unflatten_by sizes xs

-- Rows of any shape are cut.
entry cut_rows (sizes: []i64) = unflatten_by sizes (map iota (iota (i64.sum sizes)))

entry cut_each (ns: []i64) = map (\n -> unflatten_by (iota n) (iota (n * (n - 1) / 2))) ns

-- Cutting by the lengths undoes joining.
entry cut_back (xss: [][?]i64) = unflatten_by (lengths xss) (flatten xss) == xss

entry expanded (ns: []i64) = expand id (\x i -> 10 * x + i) ns

entry expanded_pairs (ns: []i64) = expand (\(n, _) -> n) (\(n, b) i -> (n - i, b)) (map (\n -> (n, n > 2)) ns)

entry expanded_rows (ns: []i64) = expand_rows id (\x i -> x * i) ns

entry expanded_each (ns: []i64) = map (\n -> expand (+ 1) (\x i -> x - i) (iota n)) ns

-- Size 0 gives the neutral element.
entry expanded_sums (ns: []i64) = expand_reduce id (\x i -> x + i) (+) 0 ns

entry expanded_minima (ns: []i64) = expand_reduce id (\x i -> (x - i, i)) (\a b -> if a.0 <= b.0 then a else b) (99, 99) ns

-- Old and new values are combined, out of range is dropped.
entry permuted (dest: *[]i64) (is: []i64) (xs: []i64) = permute (+) dest is (xs :> [length is]i64)

entry permuted_pairs [n] (is: [n]i64) = permute (\a b -> (a.0 + b.0, i64.max a.1 b.1)) (replicate 3 (0, 1)) is (zip is (map (* 10) is))

entry permuted_rows [n] (is: [n]i64) = permute (map2 (+)) (replicate 2 [0i64, 1i64]) is (map (\i -> [i, 1]) is)

entry permuted_each (ns: []i64) = map (\n -> permute (*) (replicate n 2) (iota 3) [3, 5, 7]) ns

entry sorted [n] (ks: [n]i64) (xs: [n]i64) = sort_by_key (<=) ks xs

-- Stable in both directions.
entry sorted_down [n] (ks: [n]i64) = (sort_by_key (>=) ks (iota n)).1

entry sorted_rows (ns: []i64) = sort_by_key (<=) ns (map iota ns)

-- Keys may be irregular too.
entry sorted_by_rows [n] (xss: [n][?]i64) = sort_by_key (\a b -> i64.sum a <= i64.sum b) xss (iota n)

entry sorted_each (xss: [][?]i64) = map (\xs -> (sort_by_key (<=) xs (indices xs)).0) xss

-- Keys ascend, values stay in order.
entry grouped [n] (ks: [n]i64) (xs: [n]i64) = group_by_key (<=) ks xs

entry grouped_rows (ns: []i64) = group_by_key (<=) (map (% 2) ns) (map iota ns)

entry grouped_each (xss: [][?]i64) = map (\xs -> group_by_key (<=) (map (% 2) xs) xs) xss

-- Three and four dimensions are joined whatever they are.
-- ==
-- entry: flattened_deeper
-- input { [[[1i64, 2i64], [3i64]], [], [[4i64]]] } output { [1i64, 2i64, 3i64, 4i64] [1i64, 2i64, 3i64, 4i64] [0i64, 1i64, 0i64, 1i64] }
entry flattened_deeper (xsss: [][?][?]i64): ([]i64, []i64, [2 * 1 * 2]i64) =
  (flatten_3d xsss, flatten_4d [xsss], flatten_3d (replicate 2 (replicate 1 (iota 2))))

-- The source of `expand_reduce` may vary in shape; it is a literal that widens, inside of the argument.
entry sizes_of_rows_of_rows (k: i64) =
  expand_reduce length (\rows i -> length rows[i]) (+) 0 (expand_rows (.0) (\(_, x) i -> x ++ [i]) [(1, [k]), (k, [3, 4])])
-- ==
-- entry: sizes_of_rows_of_rows
-- input { 2i64 }
-- output { [2i64, 6i64] }
