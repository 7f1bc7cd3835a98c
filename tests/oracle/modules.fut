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
