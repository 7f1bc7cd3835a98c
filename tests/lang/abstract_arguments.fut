-- Abstract types that take types and sizes, as parameters of entry points.
-- ==
-- entry: make
-- input { [1i64, 5i64] }
-- output { [1i64, 5i64] [2i64, 6i64] }

module s: {
  type pair 'a
  type vec [n] 'a
  val mk 'a : a -> a -> pair a
  val get 'a : pair a -> a
  val down [n] 'a : vec [n] a -> [n]a
} = {
  type pair 'a = (a, a)
  type vec [n] 'a = {len: i64, xs: [n]a}
  def mk a b = (a, b)
  def get (a, _) = a
  def down [n] 'a (v: vec [n] a) = v.xs
}

entry make [n] (xs: [n]i64) = map (\x -> s.mk x (x + 1)) xs

-- ==
-- entry: firsts
-- input { [1i64, 2i64] [0i64, 0i64] 7i64 [10i64, 20i64] [0i64, 0i64] }
-- output { [11i64, 22i64] }
entry firsts [n] (ps: [n](s.pair i64)) (vs: s.vec [n] (s.pair i64)): [n]i64 =
  map2 (\p q -> s.get p + s.get q) ps (s.down vs)

-- ==
-- entry: inferred
-- input { [1i64, 2i64] [0i64, 0i64] }
-- output { [2i64, 3i64] }
entry inferred ps = map (\p -> s.get p + 1i64) ps
