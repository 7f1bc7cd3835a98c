module m = {
  def a = = 1
  def b = 2i64
  def c = )
}
entry main (x: i64): i64 = m.b + )
