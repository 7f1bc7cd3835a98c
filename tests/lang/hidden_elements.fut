-- Values of an abstract `type~` have sizes of their own: arrays of them are joined, written and begun with nothing.
module type bag = {
  type~ t
  val mk : i64 -> t
  val len : t -> i64
}
module bag : bag = {
  type~ t = []i64
  def mk (k: i64): t = iota k
  def len (t: t) = length t
}
module type box = {
  type~ t 'a
  val box 'a : a -> t a
  val unbox 'a : t a -> a
}
module box : box = {
  type~ t 'a = {v: a, log: []i64}
  def box 'a (v: a): t a = {v, log = [1, 2]}
  def unbox 'a (b: t a) = b.v
}

-- ==
-- entry: joined
-- input { [1i64, 2i64] } output { [1i64, 2i64] [1i64, 2i64, 2i64] [1i64, 2i64] [2i64, 1i64] }
-- input { empty([0]i64) } output { [1i64, 2i64] [2i64] empty([0]i64) empty([0]i64) }
entry joined (xs: []i64) =
  (map bag.len ([bag.mk 1] ++ [bag.mk 2]),
   map bag.len (map bag.mk xs ++ [bag.mk 2]),
   map bag.len (if null xs then [] else map bag.mk xs),
   map bag.len (loop ys = [] for x in xs do [bag.mk x] ++ ys))

-- ==
-- entry: declared
-- input { 3i64 } output { [3i64, 2i64] }
def two (n: i64): []bag.t = [bag.mk n, bag.mk 2]
entry declared (n: i64) = map bag.len (two n)

-- ==
-- entry: boxes
-- input { [1i64, 2i64] } output { [1i64, 2i64] 0i64 [1i64] [[0i64], [0i64, 1i64]] }
entry boxes (xs: []i64) =
  let none: [](box.t i64) = []
  in (map box.unbox (loop bs = [] for x in xs do bs ++ [box.box x]),
      length none,
      map box.unbox (if null xs then [] else [box.box xs[0]]),
      map (\x -> box.unbox (box.box (iota x))) xs)
