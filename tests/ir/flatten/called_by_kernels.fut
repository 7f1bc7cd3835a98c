-- A recursion over scalars, and over an array that it reads, is a function of the kernel that calls it.
-- test: flatten
-- count: 2 seg
-- count: 2 launches
-- count: 2 fun
-- count: 5 call
def fib (n: i64): i64 = if n < 2 then n else fib (n - 1) + fib (n - 2)
def root (ps: []i64) (i: i64): i64 = if ps[i] < 0 then i else root ps ps[i]
entry f (ns: []i64) (ps: []i64) = (map fib ns, map (root ps) ns)
