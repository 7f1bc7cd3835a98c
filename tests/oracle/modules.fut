-- Irregular arrays through modules, abbreviations and polymorphic functions.

type~ rows = [][?]i64
type~ tagged 't = {tag: i64, items: []t}
type matrix [r] [c] = [r][c]i64

module type container = {
  type~ t 'a
  val empty 'a : t a
  val add 'a : a -> t a -> t a
  val size 'a : t a -> i64
  val sums [n] : [n](t i64) -> [n]i64
}

module bag : container = {
  type~ t 'a = []a
  def empty 'a : t a = []
  def add 'a (x: a) (xs: t a) : t a = xs ++ [x]
  def size 'a (xs: t a) : i64 = length xs
  def sums [n] (xss: [n](t i64)) : [n]i64 = map (\xs -> i64.sum xs) xss
}

module numbered : container = {
  type~ t 'a = {count: i64, values: []a}
  def empty 'a : t a = {count = 0, values = []}
  def add 'a (x: a) (b: t a) : t a = {count = b.count + 1, values = [x] ++ b.values}
  def size 'a (b: t a) : i64 = b.count
  def sums [n] (bs: [n](t i64)) : [n]i64 = map (\b -> i64.sum b.values) bs
}

module fill (c: container) = {
  def counted (k: i64) : c.t i64 = loop b = c.empty for i < k do c.add i b
  def sums [n] (ks: [n]i64) : [n]i64 = c.sums (map counted ks)
  def sizes [n] (ks: [n]i64) : [n]i64 = map (\k -> c.size (counted k)) ks
}

module bags = fill bag
module nums = fill numbered

entry bag_sums [n] (ks: [n]i64): ([n]i64, [n]i64) = (bags.sums ks, nums.sums ks)
entry bag_sizes [n] (ks: [n]i64): ([n]i64, [n]i64) = (bags.sizes ks, nums.sizes ks)

def twice '~a (f: a -> a) (x: a) = f (f x)
def compose '~a '~b '~c (f: b -> c) (g: a -> b) (x: a): c = f (g x)
def each 'a 'b [n] (f: a -> b) (xs: [n]a): [n]b = map f xs
def pairwise 'a [n] (xs: [n]a): [](a, a) = zip (init xs) (tail xs :> [n-1]a)

entry doubled [n] (xss: [n][?]i64): [n][?]i64 = each (each (twice (* 2))) xss
entry long_rows (xss: rows): rows = filter (\xs -> length xs > 1) xss
entry grown [n] (xss: [n][?]i64): [n][?]i64 = map (\xs -> let ys = xs ++ xs in ys ++ ys) xss
entry composed [n] (xss: [n][?]i64): [n]i64 = map (compose i64.sum (map (+ 1))) xss
entry piped [n] (xss: [n][?]i64): i64 = xss |> map (filter (> 0)) |> map length |> i64.sum
entry chained [n] (xss: [n][?]i64): [n][?]i64 = map (\xs -> map (+ 1) xs |> filter (\x -> x % 2 == 0) |> reverse) xss
entry row_pairs (xss: [][?]i64): []bool = if null xss then [] else map (\(a, b) -> length a <= length b) (pairwise xss)
entry tags [n] (xss: [n][?]i64): ([n]i64, [n][?]i64) =
  let ts: [n](tagged i64) = map2 (\i xs -> {tag = i, items = xs ++ [i]}) (iota n) xss
  in (map (\t -> t.tag * length t.items) ts, map (\(t: tagged i64) -> t.items) ts)

module stats (m: {type t val zero : t val + : t -> t -> t val < : t -> t -> bool}) = {
  def sum (xs: []m.t) = reduce (m.+) m.zero xs
  def most [n] (xs: [n]m.t) = reduce (\a b -> if a m.< b then b else a) m.zero xs
}
module si = stats {type t = i64 def zero = 0i64 def (+) = (i64.+) def (<) = (i64.<)}
entry stats_of_rows [n] (xss: [n][?]i64): ([n]i64, [n]i64) = (map si.sum xss, map si.most xss)

local def step (n: i64): i64 = n / 2
entry halvings [n] (ns: [n]i64): [n][?]i64 =
  map (\n -> (loop (out, n) = ([], n) while n > 0 do (out ++ [n], step n)).0) ns

def with_default '~t [n] (d: t) (f: t -> bool) (xs: [n]t): t =
  loop d for x in xs do if f x then x else d
entry last_long (xss: [][?]i64) (k: i64): []i64 = with_default [] (\xs -> length xs >= k) xss

-- The cases below are written by oracle.py.

-- ==
-- entry: bag_sums
-- input { [2i64, 2i64, 2i64, 0i64] }
-- output { [1i64, 1i64, 1i64, 0i64] [1i64, 1i64, 1i64, 0i64] }
-- input { empty([0]i64) }
-- output { empty([0]i64) empty([0]i64) }
-- input { [4i64, 3i64, 2i64] }
-- output { [6i64, 3i64, 1i64] [6i64, 3i64, 1i64] }
-- input { [0i64, 3i64] }
-- output { [0i64, 3i64] [0i64, 3i64] }
-- input { [3i64, 0i64, 3i64, 5i64, 1i64] }
-- output { [3i64, 0i64, 3i64, 10i64, 0i64] [3i64, 0i64, 3i64, 10i64, 0i64] }
-- input { [5i64, 3i64] }
-- output { [10i64, 3i64] [10i64, 3i64] }
-- input { [5i64] }
-- output { [10i64] [10i64] }
-- input { [0i64, 4i64, 3i64] }
-- output { [0i64, 6i64, 3i64] [0i64, 6i64, 3i64] }

-- ==
-- entry: bag_sizes
-- input { [4i64, 5i64, 2i64, 4i64] }
-- output { [4i64, 5i64, 2i64, 4i64] [4i64, 5i64, 2i64, 4i64] }
-- input { [4i64, 4i64, 4i64, 5i64] }
-- output { [4i64, 4i64, 4i64, 5i64] [4i64, 4i64, 4i64, 5i64] }
-- input { [4i64, 4i64, 4i64] }
-- output { [4i64, 4i64, 4i64] [4i64, 4i64, 4i64] }
-- input { empty([0]i64) }
-- output { empty([0]i64) empty([0]i64) }
-- input { [4i64, 1i64] }
-- output { [4i64, 1i64] [4i64, 1i64] }
-- input { [1i64, 5i64, 1i64, 2i64, 3i64] }
-- output { [1i64, 5i64, 1i64, 2i64, 3i64] [1i64, 5i64, 1i64, 2i64, 3i64] }
-- input { [1i64] }
-- output { [1i64] [1i64] }
-- input { [4i64, 0i64] }
-- output { [4i64, 0i64] [4i64, 0i64] }

-- ==
-- entry: doubled
-- input { empty([0][?]i64) }
-- output { empty([0][?]i64) }
-- input { [[6i64]] }
-- output { [[24i64]] }
-- input { [empty([0]i64)] }
-- output { [empty([0]i64)] }
-- input { [[1i64], [-3i64, -6i64, -8i64], [6i64], [-2i64, 0i64]] }
-- output { [[4i64], [-12i64, -24i64, -32i64], [24i64], [-8i64, 0i64]] }
-- input { [empty([0]i64), [-4i64, -4i64, -5i64]] }
-- output { [empty([0]i64), [-16i64, -16i64, -20i64]] }
-- input { [[-7i64, 6i64, 2i64], [2i64, -7i64]] }
-- output { [[-28i64, 24i64, 8i64], [8i64, -28i64]] }
-- input { [[1i64, 8i64, 2i64], [-7i64], [0i64], [7i64, -9i64, -5i64, 0i64]] }
-- output { [[4i64, 32i64, 8i64], [-28i64], [0i64], [28i64, -36i64, -20i64, 0i64]] }
-- input { [[-2i64], empty([0]i64), [-6i64], empty([0]i64), [1i64, 1i64, -4i64]] }
-- output { [[-8i64], empty([0]i64), [-24i64], empty([0]i64), [4i64, 4i64, -16i64]] }

-- ==
-- entry: long_rows
-- input { empty([0][?]i64) }
-- output { empty([0][?]i64) }
-- input { [[-7i64], [-3i64, 6i64, 1i64]] }
-- output { [[-3i64, 6i64, 1i64]] }
-- input { [[8i64], empty([0]i64)] }
-- output { empty([0][?]i64) }
-- input { [[-7i64]] }
-- output { empty([0][?]i64) }
-- input { [[-7i64, 1i64], empty([0]i64), empty([0]i64), [-5i64], [-5i64, 7i64, 9i64, -9i64, 7i64]] }
-- output { [[-7i64, 1i64], [-5i64, 7i64, 9i64, -9i64, 7i64]] }
-- input { [[7i64, -2i64, -5i64, 0i64], [-9i64], [3i64, -9i64, 1i64], empty([0]i64), [7i64]] }
-- output { [[7i64, -2i64, -5i64, 0i64], [3i64, -9i64, 1i64]] }
-- input { [[-4i64], [7i64, -1i64, 9i64]] }
-- output { [[7i64, -1i64, 9i64]] }
-- input { [empty([0]i64), [5i64, 3i64], [9i64], empty([0]i64), [-6i64]] }
-- output { [[5i64, 3i64]] }

-- ==
-- entry: grown
-- input { empty([0][?]i64) }
-- output { empty([0][?]i64) }
-- input { [[4i64]] }
-- output { [[4i64, 4i64, 4i64, 4i64]] }
-- input { [[9i64], [-3i64]] }
-- output { [[9i64, 9i64, 9i64, 9i64], [-3i64, -3i64, -3i64, -3i64]] }
-- input { [empty([0]i64), empty([0]i64), [-6i64, -9i64], empty([0]i64)] }
-- output { [empty([0]i64), empty([0]i64), [-6i64, -9i64, -6i64, -9i64, -6i64, -9i64, -6i64, -9i64], empty([0]i64)] }
-- input { [empty([0]i64), [1i64], [9i64, -9i64, -9i64]] }
-- output { [empty([0]i64), [1i64, 1i64, 1i64, 1i64], [9i64, -9i64, -9i64, 9i64, -9i64, -9i64, 9i64, -9i64, -9i64, 9i64, -9i64, -9i64]] }
-- input { [empty([0]i64), [9i64, -1i64], [0i64]] }
-- output { [empty([0]i64), [9i64, -1i64, 9i64, -1i64, 9i64, -1i64, 9i64, -1i64], [0i64, 0i64, 0i64, 0i64]] }
-- input { [[-3i64], empty([0]i64), [6i64], [1i64], empty([0]i64), [-9i64, -1i64, -7i64]] }
-- output { [[-3i64, -3i64, -3i64, -3i64], empty([0]i64), [6i64, 6i64, 6i64, 6i64], [1i64, 1i64, 1i64, 1i64], empty([0]i64), [-9i64, -1i64, -7i64, -9i64, -1i64, -7i64, -9i64, -1i64, -7i64, -9i64, -1i64, -7i64]] }
-- input { [[3i64, 2i64, 7i64], [-3i64], [-7i64, 4i64, 4i64], [-3i64, 7i64, -6i64]] }
-- output { [[3i64, 2i64, 7i64, 3i64, 2i64, 7i64, 3i64, 2i64, 7i64, 3i64, 2i64, 7i64], [-3i64, -3i64, -3i64, -3i64], [-7i64, 4i64, 4i64, -7i64, 4i64, 4i64, -7i64, 4i64, 4i64, -7i64, 4i64, 4i64], [-3i64, 7i64, -6i64, -3i64, 7i64, -6i64, -3i64, 7i64, -6i64, -3i64, 7i64, -6i64]] }

-- ==
-- entry: composed
-- input { empty([0][?]i64) }
-- output { empty([0]i64) }
-- input { [[4i64], empty([0]i64)] }
-- output { [5i64, 0i64] }
-- input { [[-8i64, 1i64], [-9i64], [-6i64]] }
-- output { [-5i64, -8i64, -5i64] }
-- input { [empty([0]i64)] }
-- output { [0i64] }
-- input { [[5i64], empty([0]i64)] }
-- output { [6i64, 0i64] }
-- input { [empty([0]i64), [-2i64, 5i64, 9i64]] }
-- output { [0i64, 15i64] }
-- input { [[2i64], [-7i64], [-3i64, 1i64, -5i64, 9i64, -7i64], [0i64, 9i64], empty([0]i64)] }
-- output { [3i64, -6i64, 0i64, 11i64, 0i64] }
-- input { [[-5i64, 0i64], [2i64, -5i64], [-4i64], [3i64]] }
-- output { [-3i64, -1i64, -3i64, 4i64] }

-- ==
-- entry: piped
-- input { empty([0][?]i64) }
-- output { 0i64 }
-- input { [empty([0]i64)] }
-- output { 0i64 }
-- input { [[-5i64], [-5i64], [5i64, -4i64, -8i64]] }
-- output { 1i64 }
-- input { [[-5i64, -9i64, 5i64, -1i64], [-9i64], [-1i64]] }
-- output { 1i64 }
-- input { [[2i64, 5i64, 1i64], [-7i64, 4i64, 4i64, 1i64], [8i64, 2i64, 9i64, -8i64]] }
-- output { 9i64 }
-- input { [empty([0]i64), [2i64, 4i64], empty([0]i64)] }
-- output { 2i64 }
-- input { [[7i64], [9i64], empty([0]i64), [-5i64]] }
-- output { 2i64 }
-- input { [[-8i64], empty([0]i64), empty([0]i64)] }
-- output { 0i64 }

-- ==
-- entry: chained
-- input { empty([0][?]i64) }
-- output { empty([0][?]i64) }
-- input { [[-6i64]] }
-- output { [empty([0]i64)] }
-- input { [[7i64], [-2i64], [4i64, -8i64, 1i64]] }
-- output { [[8i64], empty([0]i64), [2i64]] }
-- input { [[-7i64, 1i64]] }
-- output { [[2i64, -6i64]] }
-- input { [[4i64, 7i64]] }
-- output { [[8i64]] }
-- input { [empty([0]i64), [0i64, -9i64], [5i64]] }
-- output { [empty([0]i64), [-8i64], [6i64]] }
-- input { [[2i64, -8i64, -3i64], empty([0]i64), [2i64, -4i64, -6i64], [-7i64], [4i64, 8i64, 2i64], empty([0]i64), empty([0]i64)] }
-- output { [[-2i64], empty([0]i64), empty([0]i64), [-6i64], empty([0]i64), empty([0]i64), empty([0]i64)] }
-- input { [[6i64, 6i64, -5i64, -9i64, -5i64, -6i64], [8i64], [9i64, -6i64], [-8i64], [-4i64, 7i64], empty([0]i64), empty([0]i64)] }
-- output { [[-4i64, -8i64, -4i64], empty([0]i64), [10i64], empty([0]i64), [8i64], empty([0]i64), empty([0]i64)] }

-- ==
-- entry: row_pairs
-- input { empty([0][?]i64) }
-- output { empty([0]bool) }
-- input { [empty([0]i64)] }
-- output { empty([0]bool) }
-- input { [[1i64, 0i64, -6i64]] }
-- output { empty([0]bool) }
-- input { [[5i64, 7i64]] }
-- output { empty([0]bool) }
-- input { [[-6i64, -9i64, 7i64, 2i64], [-1i64, 0i64, 0i64]] }
-- output { [false] }
-- input { [[2i64]] }
-- output { empty([0]bool) }
-- input { [[-5i64, 6i64], empty([0]i64), [-2i64], [3i64, 4i64, 6i64], [5i64]] }
-- output { [false, true, true, false] }
-- input { [[-6i64, 0i64, -4i64], [-2i64], empty([0]i64)] }
-- output { [false, false] }

-- ==
-- entry: tags
-- input { empty([0][?]i64) }
-- output { empty([0]i64) empty([0][?]i64) }
-- input { [[0i64, -7i64]] }
-- output { [0i64] [[0i64, -7i64, 0i64]] }
-- input { [empty([0]i64), [2i64], [-8i64], [-7i64]] }
-- output { [0i64, 2i64, 4i64, 6i64] [[0i64], [2i64, 1i64], [-8i64, 2i64], [-7i64, 3i64]] }
-- input { [[-5i64], empty([0]i64), [-4i64], [8i64, -4i64, 6i64], [1i64]] }
-- output { [0i64, 1i64, 4i64, 12i64, 8i64] [[-5i64, 0i64], [1i64], [-4i64, 2i64], [8i64, -4i64, 6i64, 3i64], [1i64, 4i64]] }
-- input { [[-1i64, -8i64, -7i64], [-5i64, 9i64, -5i64], [-9i64], [-3i64], [7i64, -7i64, -1i64, -8i64, -1i64]] }
-- output { [0i64, 4i64, 4i64, 6i64, 24i64] [[-1i64, -8i64, -7i64, 0i64], [-5i64, 9i64, -5i64, 1i64], [-9i64, 2i64], [-3i64, 3i64], [7i64, -7i64, -1i64, -8i64, -1i64, 4i64]] }
-- input { [[-7i64, 0i64, -8i64], [-4i64], empty([0]i64), [-3i64, 4i64], [-3i64]] }
-- output { [0i64, 2i64, 2i64, 9i64, 8i64] [[-7i64, 0i64, -8i64, 0i64], [-4i64, 1i64], [2i64], [-3i64, 4i64, 3i64], [-3i64, 4i64]] }
-- input { [[4i64], [-1i64, -9i64, 1i64, 5i64, 4i64], empty([0]i64)] }
-- output { [0i64, 6i64, 2i64] [[4i64, 0i64], [-1i64, -9i64, 1i64, 5i64, 4i64, 1i64], [2i64]] }
-- input { [[-4i64, -7i64, -2i64, -9i64, -7i64, -4i64], [-3i64], empty([0]i64), [1i64, 9i64, 0i64, -5i64, -6i64, 7i64]] }
-- output { [0i64, 2i64, 2i64, 21i64] [[-4i64, -7i64, -2i64, -9i64, -7i64, -4i64, 0i64], [-3i64, 1i64], [2i64], [1i64, 9i64, 0i64, -5i64, -6i64, 7i64, 3i64]] }

-- ==
-- entry: stats_of_rows
-- input { empty([0][?]i64) }
-- output { empty([0]i64) empty([0]i64) }
-- input { [[3i64, -4i64], [8i64, 0i64, 2i64]] }
-- output { [-1i64, 10i64] [3i64, 8i64] }
-- input { [[-4i64, -3i64, -8i64], empty([0]i64)] }
-- output { [-15i64, 0i64] [0i64, 0i64] }
-- input { [[-4i64, -1i64, -1i64], empty([0]i64), empty([0]i64), [0i64, 3i64, -6i64]] }
-- output { [-6i64, 0i64, 0i64, -3i64] [0i64, 0i64, 0i64, 3i64] }
-- input { [empty([0]i64), [0i64, -6i64], empty([0]i64)] }
-- output { [0i64, -6i64, 0i64] [0i64, 0i64, 0i64] }
-- input { [empty([0]i64)] }
-- output { [0i64] [0i64] }
-- input { [[-6i64], empty([0]i64), [-9i64]] }
-- output { [-6i64, 0i64, -9i64] [0i64, 0i64, 0i64] }
-- input { [[-8i64]] }
-- output { [-8i64] [0i64] }

-- ==
-- entry: halvings
-- input { empty([0]i64) }
-- output { empty([0][?]i64) }
-- input { [0i64, 31i64, 7i64, 29i64] }
-- output { [empty([0]i64), [31i64, 15i64, 7i64, 3i64, 1i64], [7i64, 3i64, 1i64], [29i64, 14i64, 7i64, 3i64, 1i64]] }
-- input { [16i64, 19i64] }
-- output { [[16i64, 8i64, 4i64, 2i64, 1i64], [19i64, 9i64, 4i64, 2i64, 1i64]] }
-- input { [37i64, 30i64, 34i64] }
-- output { [[37i64, 18i64, 9i64, 4i64, 2i64, 1i64], [30i64, 15i64, 7i64, 3i64, 1i64], [34i64, 17i64, 8i64, 4i64, 2i64, 1i64]] }
-- input { [0i64, 2i64, 13i64, 23i64] }
-- output { [empty([0]i64), [2i64, 1i64], [13i64, 6i64, 3i64, 1i64], [23i64, 11i64, 5i64, 2i64, 1i64]] }
-- input { [25i64, 1i64, 18i64, 38i64] }
-- output { [[25i64, 12i64, 6i64, 3i64, 1i64], [1i64], [18i64, 9i64, 4i64, 2i64, 1i64], [38i64, 19i64, 9i64, 4i64, 2i64, 1i64]] }
-- input { [30i64] }
-- output { [[30i64, 15i64, 7i64, 3i64, 1i64]] }
-- input { [28i64, 34i64] }
-- output { [[28i64, 14i64, 7i64, 3i64, 1i64], [34i64, 17i64, 8i64, 4i64, 2i64, 1i64]] }

-- ==
-- entry: last_long
-- input { empty([0][?]i64) 0i64 }
-- output { empty([0]i64) }
-- input { empty([0][?]i64) 2i64 }
-- output { empty([0]i64) }
-- input { [[-6i64, -4i64, 0i64]] 0i64 }
-- output { [-6i64, -4i64, 0i64] }
-- input { [[6i64], [-9i64, -4i64], empty([0]i64), [-3i64, -8i64], [-5i64, -7i64]] 0i64 }
-- output { [-5i64, -7i64] }
-- input { [empty([0]i64), empty([0]i64), [8i64], [2i64, 8i64, -9i64], [7i64], empty([0]i64)] 2i64 }
-- output { [2i64, 8i64, -9i64] }
-- input { empty([0][?]i64) 3i64 }
-- output { empty([0]i64) }
-- input { [empty([0]i64), empty([0]i64), [-5i64], [9i64, -4i64], empty([0]i64), [-7i64, 4i64, 0i64], empty([0]i64)] 1i64 }
-- output { [-7i64, 4i64, 0i64] }
-- input { [[5i64, -2i64, 1i64, 4i64, 4i64, 8i64, 8i64], [6i64, -1i64], [-1i64, 1i64], empty([0]i64), [-8i64, -5i64], [9i64]] 0i64 }
-- output { [9i64] }
