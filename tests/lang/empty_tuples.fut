-- Arrays of empty tuples have sizes and nothing else.

-- ==
-- entry: counted
-- input { 3i64 } output { 3i64 [0i64, 1i64, 2i64] }
-- input { 0i64 } output { 0i64 empty([0]i64) }

-- ==
-- entry: nested
-- input { 2i64 3i64 } output { [[true, true, true], [true, true, true]] }

-- ==
-- entry: joined
-- input { 2i64 3i64 } output { 5i64 2i64 }

-- ==
-- entry: chosen
-- input { true 4i64 } output { 4i64 }
-- input { false 4i64 } output { 1i64 }

-- ==
-- entry: shapes
-- input { 2i64 5i64 } output { 2i64 5i64 }

-- As arguments and results they are arrays of bools, whose elements say nothing.
-- ==
-- entry: among_arguments
-- input { [true, false] [[true], [true]] [[true], [false]] } output { 2i64 1i64 }

-- ==
-- entry: among_results
-- input { 2i64 } output { [true, true] [[true, true], [true, true]] [[true, true], [true, true]] 2i64 }

-- ==
-- entry: same_units
-- input { [true, false] [false, false] } output { true }
-- input { [true] [true, true] } output { false }
entry among_arguments [n] [m] (_: [n]()) (_: [2][m]((), ())) = (n, m)
entry among_results (n: i64) = (replicate n (), replicate n (replicate n ((), ())), n)
entry same_units [n] [m] (xs: [n]()) (ys: [m]()) = xs == ys

def size (n: i64): [n]() = replicate n ()
def upto [n] (_: [n]()): [n]i64 = iota n
entry counted (n: i64) = (length (size n), upto (size n))
entry nested (n: i64) (m: i64) = map (map (\() -> true)) (replicate n (replicate m ()))
entry joined (n: i64) (m: i64) = (length (size n ++ size m), length (filter (\() -> true) (size n)))
entry chosen (b: bool) (n: i64) = let units = if b then size n else [()] in length units
def shape (p: (i64, i64)): [0][p.0][p.1]() = []
entry shapes (a: i64) (b: i64) = let [x] [y] (_: [0][x][y]()) = shape (a, b) in (x, y)
