module type rule = { type^ t val apply: t -> f64 -> bool }
module book (r: rule) = {
  type rules [n] = [n]r.t
}
