module m : { val largest '~t [n] : (t -> t -> t) -> t -> [n]t -> t } = {
  def largest max least xs = reduce max least xs
}
