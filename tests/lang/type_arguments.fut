-- What stands for types in a definition is known where it is used: empty arrays have the types of their elements, and elements
-- may differ in shape where the use says so.

-- ==
-- entry: empties
-- input { [1i64, 2i64] }
-- output { empty([0]i64) empty([0]i64) empty([0]f64) empty([0][?]i64) 0i64 [[0i64], [0i64, 1i64]] empty([2][0]i64) }
def none 'a (_: []a): []a = []
entry empties (xs: []i64) =
  (map (+ 1) (none xs),
   map (.0) (none (zip xs (map f64.i64 xs))),
   map (.1) (none (zip xs (map f64.i64 xs))),
   none (map iota xs),
   i64.sum (none xs),
   none (map iota xs) ++ map iota xs,
   map (\x -> none (iota x)) xs)

-- ==
-- entry: built
-- input { [1i64, 2i64] } output { [1i64, 2i64] [[0i64], [0i64, 1i64]] [1i64, 2i64] [[0i64], [0i64, 1i64]] }
def rebuilt 'a [n] (xs: [n]a): []a = loop r = [] for x in xs do r ++ [x]
entry built (xs: []i64) =
  let (ys, yss) = unzip (rebuilt (zip xs (map iota xs)))
  in (rebuilt xs, rebuilt (map iota xs), ys, yss)

-- ==
-- entry: literals
-- input { [[1i64], [2i64, 3i64]] }
-- output { [[1i64], [2i64, 3i64], [2i64, 3i64], [1i64]]
--          [[[1i64], [2i64, 3i64]], [[2i64, 3i64], [1i64]]]
--          [[[1i64], [2i64, 3i64]], [[2i64, 3i64], [1i64]]]
--          [[1i64], [2i64, 3i64]] }
def interleave 'a [n] (xs: [n]a) (ys: [n]a): []a = flatten (map2 (\x y -> [x, y]) xs ys)
def two x y = [x] ++ [y]
def mirrored 'a [n] (xs: [n]a): [n][2]a = map2 two xs (reverse xs)
entry literals (xss: [][?]i64) =
  let local_two x y = [x, y]
  in (interleave xss (reverse xss), mirrored xss, map2 (\x y -> local_two x y) xss (reverse xss), local_two xss[0] xss[1])

-- Sizes are the same where the type says so, whatever they were computed from.
-- ==
-- entry: regular
-- input { [1i64, 2i64, 3i64, 4i64] [5i64, 6i64, 7i64, 8i64] } output { [[1i64, 5i64], [2i64, 6i64]] }
def half [n] (xs: [n]i64): [n / 2]i64 = xs[:n / 2]
entry regular [n] (xs: [n]i64) (ys: [n]i64): [n / 2][2]i64 = transpose (two (half xs) (half ys))

-- ==
-- entry: kept_both
-- input { [1i64, 2i64, 0i64] } output { [2i64] [[0i64], [0i64, 1i64]] }
def kept 'a [n] (p: a -> bool) (xs: [n]a): []a = flatten (map (\x -> if p x then [x] else []) xs)
entry kept_both (xs: []i64) = (kept (> 1) xs, kept (\x -> length x > 0) (map iota xs))

-- Through a module type, whose parameters stand in another order.
module type stack = {
  type~ t 'a
  val empty 'a : t a
  val push 'a : a -> t a -> t a
  val list 'a : t a -> []a
}
module stack : stack = {
  type~ t 'a = []a
  def empty 'a : t a = []
  def push 'a (x: a) (s: t a): t a = [x] ++ s
  def list 'a (s: t a): []a = s
}
module type swapped = { val none 'b 'a : b -> a -> [](a, b) }
module swapped : swapped = { def none 'a 'b (_: a) (_: b): [](b, a) = [] }

-- ==
-- entry: sealed
-- input { [1i64, 2i64] }
-- output { [2i64, 1i64] empty([0]i64) [[0i64], [1i64, 0i64]] [true] empty([0]i64) empty([0]f64) }
entry sealed (xs: []i64) =
  let nothing: stack.t i64 = stack.empty
  let (as, bs) = unzip (swapped.none 1.5f64 xs[0])
  in (stack.list (loop s = stack.empty for x in xs do stack.push x s),
      stack.list nothing,
      map (\x -> map (.0) (stack.list (loop s = stack.empty for i < x do stack.push (i, x) s))) xs,
      map (.1) (stack.list (stack.push (1i64, true) stack.empty)),
      as,
      bs)

-- ==
-- entry: in_functor
-- input { 1i64 } output { empty([0]i64) empty([0]bool) empty([0]f32) }
module of_type (P: {type t}) = {
  def nil 'b (_: b): [](P.t, b) = []
}
module of_pairs = of_type { type t = (i64, bool) }
entry in_functor (x: i64) =
  let ps = of_pairs.nil (f32.i64 x)
  in (map (.0.0) ps, map (.0.1) ps, map (.1) ps)
