-- Irregular arrays behind module types, in functors and their parameters.

module type graph = {
  type~ t [n]
  val from_edges [m] : (n: i64) -> [m](i64, i64) -> t [n]
  val neighbours [n] : t [n] -> [n][?]i64
  val degree [n] : t [n] -> [n]i64
  val map_rows 'b [n] : ([?]i64 -> b) -> t [n] -> [n]b
}
module adj : graph = {
  type~ t [n] = [n][?]i64
  def from_edges [m] (n: i64) (es: [m](i64, i64)): t [n] =
    map (\i -> map (.1) (filter (\(a, _) -> a == i) es)) (iota n)
  def neighbours [n] (g: t [n]) = g
  def degree [n] (g: t [n]) = map length g
  def map_rows 'b [n] (f: [?]i64 -> b) (g: t [n]) : [n]b = map f g
}
module csr : graph = {
  type~ t [n] = {offs: [n]i64, lens: [n]i64, all: []i64}
  def from_edges [m] (n: i64) (es: [m](i64, i64)): t [n] =
    let (s, d) = unzip (map (\i -> es[i]) (let k = length es in iota k))
    let (_, vs) = sort_by_key (<=) s d
    let lens = reduce_by_index (replicate n 0) (+) 0 s (map (const 1) s)
    let offs = map2 (-) (scan (+) 0 lens) lens
    in {offs, lens, all = vs}
  def neighbours [n] (g: t [n]): [n][?]i64 = map2 (\o l -> g.all[o:o+l]) g.offs g.lens
  def degree [n] (g: t [n]) = g.lens
  def map_rows 'b [n] (f: [?]i64 -> b) (g: t [n]) : [n]b = map f (neighbours g)
}
module algo (G: graph) = {
  def two_hop [n] (g: G.t [n]): [n][?]i64 =
    let ns = G.neighbours g
    in map (\row -> flatten (map (\j -> ns[j]) row)) ns
  def sums [n] (g: G.t [n]) = G.map_rows i64.sum g
  def run [m] (n: i64) (es: [m](i64, i64)) = let g = G.from_edges n es in (two_hop g, sums g, G.degree g)
}
module a1 = algo adj
module a2 = algo csr
-- ==
-- entry: graph_as_rows graph_as_offsets
-- input { 3i64 [0i64,0i64,1i64] [1i64,2i64,2i64] } output { [[2i64],[],[]] [3i64,2i64,0i64] [2i64,1i64,0i64] }
entry graph_as_rows [m] (n: i64) (s: [m]i64) (d: [m]i64) = a1.run n (zip s d)
entry graph_as_offsets [m] (n: i64) (s: [m]i64) (d: [m]i64) = a2.run n (zip s d)

module type monoid = { type~ t val ne : t val op : t -> t -> t }
module list_monoid = { type~ t = []i64 def ne : t = [] def op (a: t) (b: t) : t = a ++ b }
module lm : monoid with t = []i64 = list_monoid
module fold (M: monoid) = {
  def fold [n] (xs: [n]M.t) : M.t = loop a = copy M.ne for x in xs do M.op a x
}
module fl = fold lm
-- ==
-- entry: folded_monoid
-- input { [[1i64],[2i64,3i64],[]] } output { [1i64,2i64,3i64] }
entry folded_monoid (xss: [][?]i64) = fl.fold xss

module type vec = { type elem val zero : elem val plus : elem -> elem -> elem }
module spmv (E: vec) = {
  def dot [k] (f: E.elem -> i64 -> E.elem) (row: [k]E.elem) (js: [k]i64) = reduce E.plus E.zero (map2 f row js)
  def rows [n] (vals: [n][?]E.elem) (cols: [n][?]i64) (f: E.elem -> i64 -> E.elem): [n]E.elem =
    map2 (\v c -> dot f v (c :> [length v]i64)) vals cols
}
module sp = spmv { type elem = f64 def zero = 0f64 def plus = (f64.+) }
-- ==
-- entry: sparse_products
-- input { [[1f64],[2f64,3f64],[]] [[0i64],[0i64,1i64],[]] [10f64,100f64] } output { [10f64,320f64,0f64] }
entry sparse_products [n] (v: [n][?]f64) (c: [n][?]i64) (x: []f64) = sp.rows v c (\e j -> e * x[j])

module inner = {
  module rag = {
    type~ t 'a = [][?]a
    def map2d 'a 'b (f: a -> b) (x: t a): t b = map (map f) x
    def filter2d 'a (p: a -> bool) (x: t a): t a = map (filter p) x
  }
  open rag
  def both 'a (p: a -> bool) (f: a -> a) (x: t a): t a = filter2d p (map2d f x)
}
-- ==
-- entry: opened_inner_module
-- input { [[1i64],[2i64,3i64],[]] } output { [[],[3i64,4i64],[]] [[false],[false,true],[]] }
entry opened_inner_module (xss: [][?]i64) = (inner.both (> 2) (+1) xss, inner.rag.map2d (> 2) xss)
