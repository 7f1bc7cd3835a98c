-- Comprehensions in modules and higher-order functions, over records, sums and strings, and the sizes of what they make.
-- ==
-- entry: in_module
-- input { 5i64 }
-- output { 35i64 }

-- ==
-- entry: of_module
-- input { [1i64, 2i64, 3i64] }
-- output { [0i64, 1i64] [[6i64], [3i64, 9i64]] }

-- ==
-- entry: hidden_rows
-- input { [1i64, 0i64, 2i64] }
-- output { [[0i64, 1i64], [0i64], []] }

-- ==
-- entry: departments
-- input { [1i64, 2i64, 1i64] [10i64, 50i64, 20i64] }
-- output { [2i64, 1i64] [50i64, 30i64] [1i64, 2i64] }

-- ==
-- entry: areas
-- input { [1i64, 2i64, 3i64, 4i64] }
-- output { [48i64, 12i64, 6i64] }

-- ==
-- entry: by_constructor
-- input { [1i64, 2i64, 3i64] }
-- output { [1i64, 2i64] }

-- ==
-- entry: rows_in_sums
-- input { [1i64, 5i64] }
-- output { [1i64, 15i64] }

-- ==
-- entry: none_or_some
-- input { [0i64, 3i64, 4i64] }
-- output { [4i64, 3i64] }

-- ==
-- entry: eached
-- input { [0i64, 3i64] }
-- output { [[1i64, 2i64], [4i64, 5i64]] [[], [0i64, 1i64, 2i64]] }

-- ==
-- entry: chosen
-- input { [[0i64, 3i64], [1i64]] }
-- output { [[3i64]] }

-- ==
-- entry: sizes_kept
-- input { [2i64, 1i64] [3i64, 4i64] }
-- output { [4i64, 2i64] [6i64, 4i64] [3i64, 2i64] [1i64, 2i64] }

-- ==
-- entry: product
-- input { [[1i64, 2i64], [3i64, 4i64]] [[1i64], [1i64]] }
-- output { [[3i64], [7i64]] }

-- ==
-- entry: updated
-- input { 3i64 [[1i64, 2i64]] }
-- output { [7i64, 1i64, 2i64] [[0i64, 2i64]] }

-- ==
-- entry: letters
-- input { 1i64 }
-- output { [104u8, 101u8, 111u8] [2i64, 1i64, 0i64] }

module pairs = {
  def below (n: i64) = [ (i, j) | i <- 0..<n, j <- 0..<i ]
  def sums 't (f: t -> i64) (xs: []t) = i64.sum [ f x | x <- xs ]
}
entry in_module (n: i64) = pairs.sums (\(i, j) -> i * j) (pairs.below n)

module type key = { type t val f: t -> i64 val mk: i64 -> t }
module grouped (k: key) = {
  def go (xs: []i64) = [ (l, map k.f ts) | x <- xs, let ts = k.mk x, group by l = k.f ts % 2 ]
}
module triples = grouped { type t = (i64, bool) def f (x: t) = x.0 def mk (x: i64): t = (x * 3, true) }
entry of_module (xs: []i64) = unzip (triples.go xs)

module bags: { type~ bag val of: i64 -> bag val items: bag -> []i64 } = {
  type~ bag = []i64
  def of (n: i64) = iota n
  def items (b: bag) = b
}
entry hidden_rows (ns: []i64) = [ bags.items b | b <- map bags.of ns, order by length (bags.items b) desc ]

entry departments [n] (depts: [n]i64) (pays: [n]i64) =
  unzip3 [ (dept, i64.sum pay, length name)
         | {dept, pay, name} <- map2 (\dept pay -> {dept, pay, name = dept * 100}) depts pays
         , group by dept = dept
         , order by i64.sum pay desc ]

type shape = #circle i64 | #rect i64 i64
def shape_of (x: i64): shape = if x % 2 == 0 then #circle x else #rect x 2
def area (s: shape) = match s case #circle r -> 3 * r * r case #rect a b -> a * b
entry areas (xs: []i64) = [ area s | x <- xs, let s = shape_of x, area s > 3, order by area s desc ]
entry by_constructor (xs: []i64) =
  [ length s | x <- xs, let s = shape_of x, group by k = (match s case #circle _ -> 0 case #rect _ _ -> 1) ]

type~ some_rows = #rows ([][?]i64) | #one i64
def total (t: some_rows) = match t case #rows r -> i64.sum (flatten r) case #one k -> k
entry rows_in_sums (xs: []i64) =
  [ total t | x <- xs, let t: some_rows = if x > 2 then #rows [[x], [x, x]] else #one x ]

def safe (a: i64) (b: i64): #none | #some i64 = if b == 0 then #none else #some (a / b)
entry none_or_some (xs: []i64) = [ y | x <- xs, y <- match safe 12 x case #none -> [] case #some q -> [q] ]

def each f xs = [ f x | x <- xs ]
def where p xs = [ x | x <- xs, p x ]
entry eached (xs: []i64) = (each (\x -> each (+ x) [1, 2]) xs, each iota xs)
entry chosen (xss: [][?]i64) = where (\xs -> length xs > 0) (map (where (> 1)) xss)

entry sizes_kept [n] (xs: [n]i64) (ys: [n]i64): ([n]i64, [n]i64, [n]i64, [n]i64) =
  ([ x * 2 | x <- xs ], [ x * y | x <- xs | y <- ys ], [ y | x <- xs, let y = x + 1 ], [ x | x <- xs, order by x ])
entry product [n] [m] [p] (a: [n][m]i64) (b: [m][p]i64): [n][p]i64 =
  [ [ i64.sum [ x * y | x <- row | y <- col ] | col <- transpose b ] | row <- a ]
entry updated (n: i64) (xss: [][]i64) =
  ((let xs = [ i | i <- 0..<n ] in xs with [0] = 7), [ let ys = copy xs in ys with [0] = 0 | xs <- xss ])
entry letters (n: i64) = ([ c | c <- "hello", c != 'l' ], [ length w | w <- ["ab", "c", ""] ])
