-- Rows of their own sizes, joined: with the sizes, the flags at which rows begin, and where they begin.

-- ==
-- entry: counts
-- input { [2i64, 0i64, 3i64] } output { [2i64, 0i64, 3i64] [true, false, true, false, false] [0i64, 2i64, 2i64] [0i64, 1i64, 0i64, 1i64, 2i64] [4i64, 0i64, 9i64] }
-- input { empty([0]i64) } output { empty([0]i64) empty([0]bool) empty([0]i64) empty([0]i64) empty([0]i64) }

-- ==
-- entry: joined
-- input { [1i64, 2i64] } output { [1i64, 2i64] [true, true, false] [0i64, 1i64] [10i64, 20i64, 20i64] }

-- ==
-- entry: constant_size
-- input { [1i64, 2i64] } output { [1i64, 1i64, 2i64, 2i64] }

-- ==
-- entry: of_rows
-- input { [1i64, 2i64] } output { [[1i64, 0i64], [2i64, 0i64], [2i64, 0i64]] }

-- ==
-- entry: in_a_map
-- input { [[1i64, 2i64], [0i64, 3i64]] } output { [4i64, 9i64] [2i64, 1i64] }

-- ==
-- entry: nested
-- input { [3i64, 1i64] } output { [0i64, 0i64, 1i64] }

-- ==
-- entry: filtered
-- input { [[1i64, 2i64, 3i64], [4i64, 5i64, 6i64]] } output { [2i64, 4i64, 6i64] }

entry counts (ns: []i64) = flatmap (\n -> (iota n, n * n)) ns
entry joined (ns: []i64) = flatmap' (\n -> replicate n (10 * n)) ns
entry constant_size (ns: []i64) = (flatmap' (\n -> [n, n]) ns).3
entry of_rows (ns: []i64) = (flatmap' (\n -> replicate n [n, 0]) ns).3
entry in_a_map (nss: [][]i64) =
  unzip (map (\ns -> let (_, flags, _, xs, _) = flatmap (\n -> (replicate n n, n)) ns
                     in (i64.sum xs - i64.sum (map (\n -> if n == 2 then 1 else 0) ns), i64.sum (map i64.bool flags))) nss)
entry nested (ns: []i64) = (flatmap' (\n -> (flatmap' iota (iota n)).3) ns).3
entry filtered (xss: [][]i64) = (flatmap' (filter (\x -> x % 2 == 0)) xss).3
