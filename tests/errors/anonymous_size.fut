module type statistics = {
  val mean: []f64 -> f64
}
