module type folds = {
  val total 't [n] : (t -> t -> t) -> t -> [n]t -> t
  val size '~t [n] : [n]t -> i64
}
module folds : folds = {
  def total f zero xs = reduce f zero xs
  def size xs = length xs
}
entry total (xss: [][?]i64): i64 = length (folds.total (\a _ -> a) [] xss)
entry size (xss: [][?]i64): i64 = folds.size xss
