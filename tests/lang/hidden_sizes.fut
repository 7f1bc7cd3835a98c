-- Sizes in what an abstract type stands for.
-- ==
-- entry: pairs
-- input { 1i32 2i32 } output { [1i32, 2i32] }
-- entry: padded
-- input { [1i64, 2i64, 3i64] } output { [1i64, 2i64, 3i64, 0i64] }
module pairs : {
  type t 'a
  val pack 'a : a -> a -> t a
  val both 'a : t a -> []a
} = {
  type t 'a = [2]a
  def pack x y = [x, y]
  def both 'a (xs: t a) = xs
}
entry pairs (x: i32) (y: i32): []i32 =
  let p: pairs.t i32 = pairs.pack x y
  in pairs.both p

module padded : {
  type t [n]
  val pad [n] : [n]i64 -> t [n]
  val all [n] : t [n] -> []i64
} = {
  type t [n] = ([n]i64, [1]i64)
  def pad [n] (xs: [n]i64): t [n] = (xs, [0])
  def all [n] (t: t [n]): []i64 = t.0 ++ t.1
}
entry padded (xs: []i64): []i64 =
  let p = padded.pad xs
  in padded.all p
