-- What stands behind a source without elements, or behind a filter that keeps nothing, is not evaluated: neither the sizes of
-- what is bound there, nor what functions and loops around it choose as sizes.

-- ==
-- entry: range
-- input { empty([0]i64) 0i64 }
-- output { empty([0]i64) }
-- input { [1i64, 2i64] 5i64 }
-- output { [1i64, 2i64, 2i64, 3i64] }
-- input { [1i64] 0i64 }
-- error: division by zero
entry range (xs: []i64) (d: i64): []i64 = [ x + y | x <- xs, y <- 0..<(10 / d) ]

-- ==
-- entry: kept
-- input { [-1i64, -2i64] 0i64 }
-- output { empty([0]i64) }
-- input { [-1i64, 2i64] 5i64 }
-- output { [2i64, 3i64] }
-- input { [-1i64, 2i64] 0i64 }
-- error: division by zero
entry kept (xs: []i64) (d: i64): []i64 = [ x + y | x <- xs, x > 0, y <- 0..<(10 / d) ]

-- ==
-- entry: joined
-- input { empty([0]i64) 0i64 }
-- output { empty([0]i64) }
-- input { [7i64] 5i64 }
-- output { [7i64, 8i64] }
entry joined (xs: []i64) (d: i64): []i64 = flatten (map (\x -> map (+ x) (iota (10 / d))) xs)

-- ==
-- entry: bound
-- input { empty([0]i64) 0i64 }
-- output { empty([0]i64) }
-- input { [7i64] 5i64 }
-- output { [7i64, 8i64] }
-- input { [7i64] 0i64 }
-- error: division by zero
entry bound (xs: []i64) (d: i64): []i64 = [ x + y | x <- xs, let k = 10 / d, y <- 0..<k ]

-- ==
-- entry: sides
-- input { empty([0]i64) 0i64 }
-- output { empty([0]i64) }
-- input { [7i64] 5i64 }
-- output { [7i64, 9i64] }
-- input { [7i64] 0i64 }
-- error: division by zero
entry sides (xs: []i64) (d: i64): []i64 =
  [ x + y + z | x <- xs, (y <- 0..<(10 / d) | z <- 0..<(10 / d)) ]

-- ==
-- entry: ordered
-- input { empty([0]i64) 0i64 }
-- output { empty([0]i64) }
-- input { [7i64, 3i64] 5i64 }
-- output { [8i64, 7i64, 4i64, 3i64] }
-- input { [7i64] 0i64 }
-- error: division by zero
entry ordered (xs: []i64) (d: i64): []i64 = [ x + y | x <- xs, y <- 0..<(10 / d), order by x + y desc ]

-- ==
-- entry: grouped
-- input { empty([0]i64) 0i64 }
-- output { empty([0]i64) }
-- input { [7i64, 6i64] 5i64 }
-- output { [6i64, 14i64, 8i64] }
-- input { [7i64] 0i64 }
-- error: division by zero
entry grouped (xs: []i64) (d: i64): []i64 =
  [ i64.sum s | x <- xs, y <- 0..<(10 / d), let s = x + y, group by _ = s ]

-- ==
-- entry: behind_groups
-- input { empty([0]i64) 0i64 }
-- output { empty([0]i64) }
-- input { [7i64, 6i64] 5i64 }
-- output { [6i64, 7i64, 7i64, 8i64] }
-- input { [7i64] 0i64 }
-- error: division by zero
entry behind_groups (xs: []i64) (d: i64): []i64 = [ k + y | x <- xs, group by k = x, y <- 0..<(10 / d) ]

-- ==
-- entry: nested
-- input { empty([0]i64) 0i64 }
-- output { empty([0]i64) }
-- input { [7i64] 5i64 }
-- output { [7i64, 8i64, 8i64, 9i64] }
-- input { [7i64] 0i64 }
-- error: division by zero
entry nested (xs: []i64) (d: i64): []i64 = [ x + y + z | x <- xs, y <- 0..<(10 / d), z <- 0..<(10 / d) ]

-- ==
-- entry: rows
-- input { empty([0]i64) 0i64 }
-- output { empty([0][0]i64) }
-- input { [7i64] 5i64 }
-- output { [[7i64, 8i64]] }
entry rows (xs: []i64) (d: i64): [][?]i64 = [ [ x + y | y <- 0..<(10 / d) ] | x <- xs ]

-- ==
-- entry: slices
-- input { empty([0]i64) [1i64, 2i64, 3i64] 9i64 }
-- output { empty([0]i64) }
-- input { [7i64] [1i64, 2i64, 3i64] 2i64 }
-- output { [8i64, 9i64] }
-- input { [7i64] [1i64, 2i64, 3i64] 9i64 }
-- error: out of bounds
entry slices (xs: []i64) (ys: []i64) (k: i64): []i64 = [ x + y | x <- xs, y <- ys[0:k] ]

-- ==
-- entry: element
-- input { empty([0]i64) [1i64, 2i64, 3i64] 9i64 }
-- output { empty([0]i64) }
-- input { [7i64] [1i64, 2i64, 3i64] 1i64 }
-- output { [7i64, 8i64] }
-- input { [7i64] [1i64, 2i64, 3i64] 9i64 }
-- error: out of bounds
entry element (xs: []i64) (ys: []i64) (k: i64): []i64 = [ x + y | x <- xs, y <- 0..<ys[k] ]

-- ==
-- entry: conditions
-- input { empty([0]i64) 0i64 }
-- output { empty([0]i64) }
-- input { [-1i64] 0i64 }
-- output { empty([0]i64) }
-- input { [7i64] 5i64 }
-- output { [7i64] }
-- input { [7i64] 0i64 }
-- error: division by zero
entry conditions (xs: []i64) (d: i64): []i64 = [ x | x <- xs, x > 0, 10 / d > 1 ]

-- ==
-- entry: asserted
-- input { empty([0]i64) -1i64 }
-- output { empty([0]i64) }
-- input { [7i64] 2i64 }
-- output { [7i64, 8i64] }
-- input { [7i64] -1i64 }
-- error: Assertion is false
entry asserted (xs: []i64) (d: i64): []i64 = [ x + y | x <- xs, y <- 0..<(assert (d >= 0) d) ]

-- ==
-- entry: negative
-- input { empty([0]i64) -1i64 }
-- output { empty([0]i64) }
-- input { [7i64] -1i64 }
-- error: -1
entry negative (xs: []i64) (d: i64): []i64 = [ x + y | x <- xs, y <- iota d ]

def transposed [n] [m] (xss: [n][m]i64): [m][n]i64 = transpose xss
def inferred xss = transposed xss |> flatten

-- The sizes that calls choose.
-- ==
-- entry: passed
-- input { empty([0]i64) 0i64 }
-- output { empty([0]i64) }
-- input { [7i64, 8i64] 5i64 }
-- output { [7i64, 8i64, 8i64, 9i64] }
-- input { [7i64] 0i64 }
-- error: division by zero
entry passed (xs: []i64) (d: i64): []i64 = inferred (map (\x -> map (+ x) (iota (10 / d))) xs)

def second [n] [m] (_: [n][m]i64): i64 = m

-- A size that is asked for is that of the value.
-- ==
-- entry: asked
-- input { empty([0]i64) 0i64 }
-- output { 0i64 }
-- input { [7i64, 8i64] 5i64 }
-- output { 2i64 }
entry asked (xs: []i64) (d: i64): i64 = second (map (\x -> map (+ x) (iota (10 / d))) xs)

-- ==
-- entry: in_sum
-- input { empty([0]i64) 0i64 }
-- output { empty([0]i64) }
-- input { [7i64, -8i64] 5i64 }
-- output { [7i64, 7i64, 8i64, -8i64, -8i64, -7i64] }
entry in_sum (xs: []i64) (d: i64): []i64 =
  flatten (map (\x -> let ys = map (+ x) (iota (10 / d)) in [x] ++ ys) xs)

-- ==
-- entry: carried
-- input { empty([0]i64) 0i64 }
-- output { empty([0]i64) }
-- input { [7i64] 5i64 }
-- output { [9i64, 10i64] }
entry carried (xs: []i64) (d: i64): []i64 =
  flatten (map (\x -> loop ys = map (+ x) (iota (10 / d)) for _i < 2 do map (+ 1) ys) xs)

-- ==
-- entry: branched
-- input { false 0i64 }
-- output { empty([0]i64) }
-- input { true 5i64 }
-- output { [0i64, 1i64] }
-- input { true 0i64 }
-- error: division by zero
entry branched (b: bool) (d: i64): []i64 = if b then flatten [iota (10 / d)] else []
