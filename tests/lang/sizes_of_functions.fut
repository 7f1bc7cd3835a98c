-- What functions know of the sizes that they take and return.

-- A parameter without a type that a loop makes longer has one size when the function is called.
-- ==
-- entry: doubled
-- input { [1i64, 2i64] 0i64 } output { [1i64, 2i64] }
-- input { [1i64, 2i64] 2i64 } output { [1i64, 2i64, 1i64, 2i64, 1i64, 2i64, 1i64, 2i64] }
def grow (k: i64) x = loop x for _i < k do x ++ x
entry doubled (xs: []i64) (k: i64) = grow k xs

-- So has one of which only a part becomes longer.
-- ==
-- entry: counted
-- input { [5i64] } output { [5i64, 5i64, 5i64, 5i64] 2i64 }
def counting s = loop (xs, n) = s for _i < 2i64 do (xs ++ xs, n + 1i64)
entry counted (xs: []i64) = counting (xs, 0i64)

-- A size that the type of the result leaves out is the one that the body has, if it is known outside.
-- ==
-- entry: table
-- input { 3i64 [10i64, 20i64] } output { [[10i64, 11i64, 12i64], [20i64, 21i64, 22i64]] }
def upto (n: i64): []i64 = iota n
entry table [m] (k: i64) (xs: [m]i64): [m][k]i64 = map (\x -> map (+ x) (upto k)) xs

-- Sizes are expressions of any form; two that read the same are one.
-- ==
-- entry: read
-- input { [1i64, 2i64] [2i64, 9i64] } output { [[1i64, 2i64], [2i64, 3i64]] }
-- entry: chosen
-- input { [1i64, 2i64] 4i64 } output { [[1i64, 1i64, 1i64, 1i64], [2i64, 2i64, 2i64, 2i64]] }
-- input { [1i64, 2i64] 2i64 } output { [[1i64], [2i64]] }
entry read [n] (xs: [n]i64) (ns: []i64): [n][ns[0]]i64 = map (\x -> map (+ x) (iota ns[0])) xs
entry chosen [n] (xs: [n]i64) (k: i64): [n][]i64 = map (\x -> replicate (if k > 3 && k < 9 then k else -(-1)) x) xs

-- The uses of a local function tell the sizes of what it takes.
-- ==
-- entry: local_sizes
-- input { [[1i64, 2i64], [3i64, 4i64]] [[5i64, 6i64, 7i64]] }
-- output { [[3i64, 4i64]] empty([0][3]i64) }
entry local_sizes (a: [][]i64) (b: [][]i64) =
  let rest (xss: [][]i64) = if null xss then [] else xss[1:]
  in (rest a, rest b)
