-- Sizes that no argument names: the context or the value of an expression tells them.

-- The size that the caller has found is used before the array is there.
def next (x: i64) = x + 1
def front [n] 't (xs: [next n]t) = xs[:n] :> [n]t
def onto [n] 't (xs: [n]t) (x: t) = xs ++ [x] :> [next n]t

-- ==
-- entry: undone
-- input { [1i64, 2i64, 3i64] } output { [1i64, 2i64, 3i64] }
-- input { empty([0]i64) } output { empty([0]i64) }
entry undone (xs: []i64) = front (onto xs 7)

-- A function that only takes functions is told the size by what it is used for.
def counted [k] (_: [k]i64 -> i64): [k]i64 -> i64 =
  let twice = 2 * k
  in \xs -> twice + length xs

-- ==
-- entry: through_pipe
-- input { [1i64, -2i64, 3i64] } output { 6i64 }
-- input { [-1i64] } output { 0i64 }
entry through_pipe (xs: []i64) = filter (> 0) xs |> counted i64.sum

-- The same function at several sizes; each of its functions keeps its own.
def kept_with (p: i64 -> bool) (xs: []i64) =
  let kept = filter p xs
  in \(f: i64 -> i64) -> map f kept |> counted i64.sum

-- ==
-- entry: several_sizes
-- input { [1i64, -2i64, 3i64] } output { [6i64, 3i64, 9i64] }
entry several_sizes (xs: []i64) =
  let a = kept_with (> 0) xs
  let b = kept_with (< 0) xs
  let c = kept_with (< 5) xs
  in [a (+ 1), b (+ 1), c (+ 1)]

-- Both parts of a sum of sizes.
def parts [n] [m] 't (_: [n + m]t) = (n, m)

-- ==
-- entry: two_parts
-- input { [5i64, 1i64, 2i64] } output { 2i64 3i64 }
-- input { empty([0]i64) } output { 0i64 0i64 }
entry two_parts [n] (xs: [n]i64) = parts (let small = filter (< 3) xs in small ++ xs)

-- ==
-- entry: first_part
-- input { [5i64, 1i64, 2i64] } output { 3i64 2i64 }
entry first_part [n] (xs: [n]i64) = parts (let small = filter (< 3) xs in xs ++ small)

-- An abstract type tells the sizes it is given.
module type bag = {
  type bag [n]
  val singles : i64 -> bag []
  val pair [n] : bag [n] -> bag [2 * n]
}
module bag: bag = {
  type bag [n] = {items: [n]i64, weight: i64}
  def singles (x: i64) = {items = replicate x x, weight = 1i64}
  def pair [n] (b: bag [n]) = {items = map (\i -> b.items[i / 2]) (iota (2 * n)), weight = 2i64}
}

-- ==
-- entry: of_bag
-- input { 3i64 } output { 3i64 6i64 }
entry of_bag (x: i64) =
  let count [k] (_: bag.bag [k]) = k
  let [n] (b: bag.bag [n]) = bag.singles x
  in (n, count (bag.pair b))

-- ==
-- entry: in_rows
-- input { [0i64, 2i64] } output { [0i64, 4i64] }
entry in_rows (xs: []i64) =
  map (\x -> let [n] (_: bag.bag [n]) = bag.pair (bag.singles x) in n) xs

-- The rows of an array that a definition splits are told by its caller.
def columns [n] (head: [n]f64) (flat: []f64) =
  let rows = unflatten flat
  in map (\column -> f64.sum (map2 (*) head column)) (transpose rows)

-- ==
-- entry: weighted
-- input { 3i64 [1f64, 10f64] [1f64, 2f64, 3f64, 4f64, 5f64, 6f64] } output { [41f64, 52f64, 63f64] }
-- input { 0i64 [1f64, 10f64] empty([0]f64) } output { empty([0]f64) }
entry weighted [n] (m: i64) (head: [n]f64) (flat: [n * m]f64) = columns head flat

-- A size that is an argument of a function in a size.
def half [k] (xs: [2 ** k]i64): [2 ** (k - 1)]i64 =
  tabulate (2 ** (k - 1)) (\i -> i64.max xs[2 * i] xs[2 * i + 1])

-- ==
-- entry: tournament
-- input { 2i64 [3i64, 1i64, 9i64, 2i64] } output { [9i64] }
-- input { 0i64 [3i64] } output { [3i64] }
-- input { 1i64 [3i64] } error: cannot match
entry tournament (k: i64) (xs: []i64) =
  loop xs = xs :> [2 ** k]i64 for i in reverse (iota k) do half (xs :> [2 ** (i + 1)]i64)

-- The sizes of an abstract type are checked by what it is.
-- ==
-- entry: coerced_bag
-- input { 3i64 3i64 } output { 3i64 }
-- input { 3i64 4i64 } error: cannot match shape of type "bag.bag \[n\]", which is "\[4\]i64" here
entry coerced_bag (x: i64) (n: i64) =
  let size [k] (_: bag.bag [k]) = k
  in size (bag.singles x :> bag.bag [n])

-- A local name that hides a size does not become the size.
-- ==
-- entry: hidden_name
-- input { [1i64, 2i64, 3i64] } output { [[1i64, 2i64, 3i64]] 7i64 }
def split_once [m] (xs: [1 * m]i64) = let m = 7i64 in (unflatten xs, m)
entry hidden_name (xs: []i64): ([][]i64, i64) = let n = length xs in split_once (xs :> [1 * n]i64)

-- ==
-- entry: hidden_twice
-- input { 2i64 } output { [0i64, 1i64] 6i64 }
entry hidden_twice (n: i64): ([]i64, i64) =
  let xs = iota n
  let n = 3i64
  let n = n * 2
  in (map2 (+) xs (replicate (length xs) 0), n)

-- Size binders of local functions, of `let` and of loops hide a size only where they are in view, and so does the name of a
-- local function.
-- ==
-- entry: hidden_by_function hidden_by_let hidden_by_name
-- input { [1i64, 2i64, 3i64] [1i64, 2i64] } output { [[1i64, 2i64, 3i64]] 2i64 }
def of_function [m] (xs: [1 * m]i64) (ys: []i64) =
  let f [m] (_: [m]i64) = (unflatten xs, m)
  in f ys
def of_let [m] (xs: [1 * m]i64) (ys: []i64) =
  let [m] (_: [m]i64) = ys
  in (unflatten xs, m)
def of_name [m] (xs: [1 * m]i64) (ys: []i64) =
  let m (k: i64) = k + 0
  in (unflatten xs, m (length ys))
entry hidden_by_function (xs: []i64) (ys: []i64): ([][]i64, i64) = of_function (xs :> [1 * length xs]i64) ys
entry hidden_by_let (xs: []i64) (ys: []i64): ([][]i64, i64) = of_let (xs :> [1 * length xs]i64) ys
entry hidden_by_name (xs: []i64) (ys: []i64): ([][]i64, i64) = of_name (xs :> [1 * length xs]i64) ys

-- ==
-- entry: hidden_by_loop
-- input { [1i64, 2i64, 3i64] [1i64, 2i64] } output { 3i64 4i64 }
def of_loop [m] (xs: [1 * m]i64) (ys: []i64) =
  let (_, a, b) =
    loop [m] (zs: [m]i64, _, _) = (ys, 0, 0) for _i < 2i64 do (concat zs zs, length (unflatten xs)[0], m)
  in (a, b)
entry hidden_by_loop (xs: []i64) (ys: []i64): (i64, i64) = of_loop (xs :> [1 * length xs]i64) ys

-- What an abbreviation binds does not capture its arguments.
-- ==
-- entry: argument_of_abbreviation
-- input { [1i64, 2i64, 3i64] } output { 2i64 [1i64, 2i64, 3i64] }
type~ tagged [k] = ?[m].[m](i64, [k]i64)
type^ selection [k] = (m: i64) -> [k]i64
entry argument_of_abbreviation [m] (xs: [m]i64): (i64, [m]i64) =
  let pairs: tagged [m] = [(1, xs), (2, xs)]
  let choose: selection [m] = \i -> pairs[i].1
  in (length pairs, choose 1)
