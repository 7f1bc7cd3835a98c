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

-- The module type `real` has what every real number has: `inf`, `nan` and their tests; and nothing that only floats have.
-- ==
-- entry: extremes
-- input { 2.0 } output { true true false f64.inf 0.5 }
module extremes (r: real) = {
  def is_inf (x: r.t): bool = r.isinf (r.inf r.+ x)
  def is_nan (x: r.t): bool = r.isnan (r.nan r.* x)
  def never (x: r.t): bool = r.isinf x || r.isnan x
  def inf = r.inf
  def inverse (x: r.t): r.t = r.recip x
}
module f64_extremes = extremes f64
entry extremes (x: f64): (bool, bool, bool, f64, f64) =
  f64_extremes.((is_inf x, is_nan x, never x, inf, inverse x))

-- A type with anonymous sizes may be put for a type of a module type that is declared as plain data, and the other way round;
-- `include` sees the types that are declared before it.
-- ==
-- entry: contexts
-- input { [1i64, 2i64, 3i64] 2i64 } output { 8i64 16i64 3i64 }
type ctx = f32
module type hashed = { type~ ctx type key val hash: ctx -> key -> i64 }
module type ordered = { type~ ctx type key val less: (ctx, key) -> (ctx, key) -> bool }
module type keyed = {
  type ctx
  type key
  include hashed with ctx = ctx with key = key
  include ordered with ctx = ctx with key = key
}
module type summed = { type ctx type key val sum: ctx -> key -> i64 }
module summed (K: hashed): summed with ctx = K.ctx with key = K.key = {
  type~ ctx = K.ctx
  type key = K.key
  def sum (c: ctx) (k: key) = K.hash c k + K.hash c k
}
module rows: keyed with ctx = []i64 with key = i64 = {
  type~ ctx = []i64
  type key = i64
  def hash (c: ctx) (k: key) = k + c[0] + length c - 2
  def less (_: ctx, a: key) (_: ctx, b: key) = a < b
}
module nothing: keyed with ctx = () with key = i64 = {
  type ctx = ()
  type key = i64
  def hash (_: ctx) (k: key) = k
  def less (_: ctx, a: key) (_: ctx, b: key) = a < b
}
module sum_rows_twice (K: hashed): summed with ctx = K.ctx with key = K.key = {
  module inner = summed K
  type ctx = inner.ctx
  type key = inner.key
  def sum (c: ctx) (k: key) = 2 * inner.sum c k
}
module sum_rows = summed rows
module sum_more = sum_rows_twice rows
module sum_nothing = summed nothing
entry contexts (c: []i64) (k: i64): (i64, i64, i64) =
  (sum_rows.sum c k, sum_more.sum c k, sum_nothing.sum () 1 + i64.bool (rows.less (c, 1) (c, k)))

-- Such a type is also an argument of types that take plain data.
-- ==
-- entry: tagged
-- input { [1i64, 2i64] } output { 2i64 [7i64, 8i64] [[1i64, 2i64], [0i64, 1i64]] }
module type tagged = { type item type with_tag 'a val tag: i64 -> item -> with_tag item }
module tagged (P: { type~ item }): tagged with item = P.item = {
  type~ item = P.item
  type with_tag 'a = (i64, a)
  def tag (i: i64) (x: item) = (i, x)
}
module tagged_rows = tagged { type~ item = ?[k].[k]i64 }
entry tagged [n] (xs: [n]i64) =
  let rows = [tagged_rows.tag 7 xs, tagged_rows.tag 8 (iota n)]
  in (length rows, rows)
