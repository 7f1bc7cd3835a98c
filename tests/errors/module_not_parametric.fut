-- A module that failed, a type that failed and an opened module that failed are reported once, not at each use.
module plain = { type t = i64 def zero: t = 0 }
module applied = plain { def x = 1i64 }
module user = applied
module sealed: { type t val one: t } = { type t = unknown def one: t = 1 }
type broken = [3]missing
open plain plain
module m (p: { type t }) = { type u = (p.t, broken) def f (x: u): u = x }
module n = m applied

entry main (x: sealed.t): broken = applied.f (user.g (somewhere x))
def in_opened (x: applied.inner.t): other.t = other.(x + y)
def own_error (x: i64): i64 = plain.one + x
