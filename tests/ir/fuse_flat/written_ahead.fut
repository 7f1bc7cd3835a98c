-- The first two elements are told by one comparison, others by one each.
-- after: fuse_flat
-- count: 1 ge.i64
-- count: 1 ne.i64
-- count: 1 eq.i64
-- count: 1 select

entry first (n: i64): []bool = replicate n true with [1] = false with [0] = false
entry other (n: i64): []bool = replicate n true with [0] = false with [2] = false
