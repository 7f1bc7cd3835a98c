module type halves = { type t [n] }
module m: halves = { type t [n] = [2 * n]f64 }
