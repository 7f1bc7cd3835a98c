-- A definition takes what its body can do with it: elements of varying shape where only `map` and the like touch them.

-- ==
-- entry: wide
-- input { [[1i64, 2i64], [], [3i64]] } output { [[3i64], empty([0]i64), [1i64, 2i64]] 3i64 }
def backwards 't [n] (xs: [n]t): [n]t = map (\i -> xs[n - 1 - i]) (iota n)
def count xs = length (map id xs)
entry wide (xss: [][?]i64) = (backwards xss, count xss)

-- A module type says which: '~t takes any.
-- ==
-- entry: through_module
-- input { [[1i64, 2i64], [], [3i64]] } output { 3i64 [1i64, 2i64] }
module type counter = {
  val size '~t [n] : [n]t -> i64
  val first 't [n] : [n]t -> t
}
module counter : counter = {
  def size 't [n] (_: [n]t) = n
  def first 't [n] (xs: [n]t) = xs[0]
}
entry through_module (xss: [][?]i64) = (counter.size xss, counter.first [[1i64, 2i64]])

-- Matrices of their own shapes are rectangular one by one.
-- ==
-- entry: matrices
-- input { [[[1i64, 2i64], [3i64, 4i64], [5i64, 6i64]], [[7i64, 8i64]]] }
-- output { [[[1i64, 3i64, 5i64], [2i64, 4i64, 6i64]], [[7i64], [8i64]]] [9i64, 7i64] }
def column_sums [n] [m] (xss: [n][m]i64): [m]i64 = map i64.sum (transpose xss)
entry matrices [k] (ms: [k](?[r][c].[r][c]i64)) = (map transpose ms, map (\m -> (column_sums m)[0]) ms)

-- What is built row by row as a rectangle is one.
-- ==
-- entry: built
-- input { [1i64, 2i64] } output { [[0i64], [0i64, 2i64, 0i64, 2i64, 0i64, 2i64]] }
entry built (ns: []i64) = map (\m -> flatten (transpose m)) (map (\n -> map (\i -> replicate (n + n / 2) (i * 2)) (iota n)) ns)
