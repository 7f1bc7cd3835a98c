-- Modules: structures, sealing, parameters, open, local, include, with.

-- ==
-- entry: counter
-- input { 3i64 } output { 5i64 }

-- ==
-- entry: sums
-- input { [1i32, 2i32] [1.5, 2.5] } output { 3i32 4.0 }

-- ==
-- entry: opened
-- input { 4i64 } output { 9i64 }

-- ==
-- entry: nested
-- input { 2i64 } output { 42i64 }

-- ==
-- entry: chained
-- input { 5i64 } output { 11i64 }

-- ==
-- entry: lam
-- input { 1i64 } output { 101i64 }

module type counter = {
  type t
  val zero: t
  val tick: t -> t
  val read: t -> i64
}
module count: counter = {
  type t = {n: i64}
  def zero = {n = 0i64}
  local def by (k: i64) (c: t): t = c with n = c.n + k
  def tick = by 1
  def read (c: t) = c.n
}
entry counter (n: i64): i64 = count.read (iterate (i32.i64 n) count.tick (count.tick (count.tick count.zero)))

module type monoid = {
  type t
  val ne: t
  val op: t -> t -> t
}
module fold (m: monoid) = {
  type t = m.t
  def all [n] (xs: [n]t): t = reduce m.op m.ne xs
}
module add_i32 = {type t = i32 def ne: t = 0 def op (a: t) (b: t) = a + b}
module fold_i32 = fold add_i32
module fold_f64 = fold {type t = f64 def ne = 0f64 def op = (f64.+)}
entry sums (xs: []i32) (ys: []f64): (i32, f64) = (fold_i32.all xs, fold_f64.all ys)

module numbers = {def two = 2i64 def (+++) (a: i64) (b: i64) = a * 10 + b module inner = {def forty = 40i64}}
local open numbers
entry opened (x: i64): i64 = numbers.(two + x) + 1 + two
entry nested (x: i64): i64 = numbers.inner.forty + x

module type pair = {type a type b include monoid with t = (a, b)}
module both (x: monoid) (y: monoid): pair with a = x.t with b = y.t = {
  type a = x.t
  type b = y.t
  type t = (a, b)
  def ne = (x.ne, y.ne)
  def op (p: t) (q: t) = (x.op p.0 q.0, y.op p.1 q.1)
}
module add = {type t = i64 def ne = 0i64 def op (a: t) (b: t) = a + b}
module two_adds = both add add
entry chained (x: i64): i64 = let (a, b) = two_adds.op (x, x) (1, 0) in a + b

module twice = \(p: {val k: i64}) -> {def k = p.k + 100}
module t = twice {def k = 0i64}
entry lam (x: i64): i64 = t.k + x

-- Values of a module type may leave their sizes out; nobody chooses them.
-- ==
-- entry: sizes_left_out
-- input { 1i64 } output { [3i64, 5i64, 7i64] [1i64, 2i64] 3i64 }
module type constants = {
  val c : []i64
  val d : [][?]i64
  val e : ([]i64, i64)
}
module constants : constants = {
  def c = [1i64, 2, 3]
  def d = [[1i64], [2, 3]]
  def e = (iota 3, 4i64)
}
entry sizes_left_out (x: i64) =
  (map (\(a, b) -> a + b + x) (zip constants.c constants.c), map length constants.d, length constants.e.0)
