-- The body of a parametric module is checked for each argument; what is wrong in it is reported once.
module type number = { type t val one: t val add: t -> t -> t }
module sums (N: number) = {
  def two (x: N.t): N.t = N.add x true
  def three (x: N.t): i64 = N.add x N.one
}
module i = sums { type t = i64 def one = 1i64 def add (x: t) (y: t) = x + y }
module f = sums { type t = f64 def one = 1f64 def add (x: t) (y: t) = x + y }
