-- Imported by ../imports.fut.
def total [n] (xs: [n]i64): i64 = i64.sum xs
module type keyed = { type t val key: t -> i64 }
