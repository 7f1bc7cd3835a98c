module type making = { val make [n]: [n]i64 -> *[n]i64 }
module m: making = {
  def make [n] (xs: [n]i64): [n]i64 = xs
}
