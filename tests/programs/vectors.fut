-- modules with ragged abstract type and operators, parametric in element
module type numeric = { type t val zero : t val (+) : t -> t -> t val (*) : t -> t -> t val from_i64 : i64 -> t }
module ragged_vec (N: numeric) = {
  type~ t = []N.t
  def dot [n] (a: [n]N.t) (b: [n]N.t): N.t = reduce (N.+) N.zero (map2 (N.*) a b)
  def norms [n] (xss: [n][?]N.t): [n]N.t = map (\xs -> dot xs xs) xss
  def outer [n] [m] (a: [n]N.t) (b: [m]N.t): [n][m]N.t = map (\x -> map (x N.*) b) a
  def ones (k: i64): t = replicate k (N.from_i64 1)
}
module f = ragged_vec { type t = f64 def zero = 0f64 def (+) = (f64.+) def (*) = (f64.*) def from_i64 = f64.i64 }
module i = ragged_vec { type t = i32 def zero = 0i32 def (+) = (i32.+) def (*) = (i32.*) def from_i64 = i32.i64 }
-- ==
-- entry: main
-- input { [[1f64,2f64],[],[3f64]] } output { [5f64,0f64,9f64] [[[1f64,2f64],[2f64,4f64]],empty([0][0]f64),[[9f64]]] [[1i32],[1i32,1i32]] }
entry main (xss: [][?]f64) = (f.norms xss, map (\x -> f.outer x x) xss, map i.ones [1,2])
