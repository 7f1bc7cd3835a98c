module type picking = {
  val between: (k: i64) -> (k: i64) -> ?[n].[n]f64
}
