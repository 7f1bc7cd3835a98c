-- Imported by ../imports.fut.
module type measured = { type t val area: t -> i64 }
module square: measured with t = i64 = { type t = i64 def area (x: t): i64 = x * x }
def twice (x: i64): i64 = 2 * x
